import { SimpleGrid } from '@mantine/core'
import { ROLES } from '../../labels/roles.ts'
import { Section } from '../../ui/page/Section.tsx'
import { Fact } from '../../ui/text/Fact.tsx'

/** Section that describes the roles. */
export function RoleTable() {
  return (
    <Section title="Roles">
      <SimpleGrid component="dl" cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md" m={0}>
        {Object.values(ROLES).map(({ label, description }) => (
          <Fact key={label} name={label}>
            {description}
          </Fact>
        ))}
      </SimpleGrid>
    </Section>
  )
}

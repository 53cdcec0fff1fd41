import {
  Avatar,
  Menu,
  Text,
  UnstyledButton,
  VisuallyHidden,
  useMantineColorScheme,
  type MantineColorScheme,
} from '@mantine/core'
import { IconLogout, IconSelector } from '@tabler/icons-react'
import { useMe } from '../api/me.ts'
import { ROLES } from '../labels/roles.ts'
import { AccountChoice } from './AccountChoice.tsx'
import classes from './AccountMenu.module.css'
import { signOut } from './sign-out.ts'

const SCHEMES = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Menu of the account: choice of the account, colour scheme and sign-out. */
export function AccountMenu() {
  const { person, account, membership } = useMe()
  const isOwn = account.email.toLowerCase() === person.email.toLowerCase()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu position="top-start" width={216} shadow="md" keepMounted={false}>
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <Avatar size={28} radius="xl" color="indigo" name={person.name || person.email} aria-hidden />
          <span className={classes.user}>
            <Text span fw={550} size="sm" truncate>
              {person.name || person.email}
            </Text>
            {(person.name !== '' || !isOwn) && (
              <Text span c="dimmed" size="xs" truncate>
                {isOwn ? person.email : `${ROLES[membership.role].label} of ${account.email}`}
              </Text>
            )}
          </span>
          <IconSelector size={15} aria-hidden />
          <VisuallyHidden>: account menu</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <AccountChoice />
        <Menu.Label>Theme</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
        >
          {SCHEMES.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => void signOut(account.userId)}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { DialogButtons } from '../../../ui/forms/DialogButtons.tsx'

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

/** Form for the name of a data set. @param props `taken`: names of the other data sets. */
export function DataSetForm(props: {
  initial: string
  submit: string
  taken: readonly string[]
  onSubmit: (name: string) => void
  onCancel: () => void
}) {
  const { initial } = props
  const others = props.taken.filter((name) => name !== initial).map((name) => name.toLowerCase())
  const form = useForm({
    initialValues: { name: initial },
    validate: {
      name: (name) => {
        if (!NAME.test(name))
          return 'Use up to 64 letters, digits, “-” and “_”. Start with a letter or digit.'
        return others.includes(name.toLowerCase()) ? 'Another data set has this name.' : null
      },
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit(({ name }) => props.onSubmit(name))}>
      <Stack gap="md">
        <TextInput
          data-autofocus
          label="Name"
          description={initial === '' && 'The data set starts as a copy of the data that are shown.'}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <DialogButtons submit={props.submit} onCancel={props.onCancel} isPending={false} />
      </Stack>
    </form>
  )
}

import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router'
import { messageOf } from '../../api/failure.ts'
import { paths } from '../../paths.ts'
import { becomesOperator, signUp as whoMay, welcomeCredits } from '../../session/identity.ts'
import { passwords } from '../../session/passwords.ts'
import { returnTo } from '../../session/return-to.ts'
import { countOf } from '../../ui/numbers.ts'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { Door } from './Door.tsx'
import { isAddress, PASSWORD_LENGTH_MIN, passwordProblem } from '../../session/fields.ts'

const NAME_LENGTH_MAX = 100

/** Becoming somebody. What is answered is the same whether the address is known already. */
export function Component() {
  const navigate = useNavigate()
  const next = returnTo(new URLSearchParams(useLocation().search))
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', email: '', password: '' },
    validate: {
      name: (value) => (value.trim() === '' ? 'Please enter your name' : null),
      email: (value) => (isAddress(value) ? null : 'An e-mail address looks like ada@example.com'),
      password: passwordProblem,
    },
  })
  const signUp = useMutation({
    meta: { shownInline: true, isSigningIn: true },
    mutationFn: passwords.signUp,
    onSuccess: async (_, { email }) =>
      await navigate(paths.checkYourMail(), { replace: true, state: { email, next, for: 'verification' } }),
  })
  return (
    <Door
      title="Create an account"
      description={about()}
      below={
        <>
          Have one already?{' '}
          <Anchor component={Link} to={paths.signIn(next)}>
            Sign in
          </Anchor>
        </>
      }
    >
      <form noValidate onSubmit={form.onSubmit((values) => signUp.mutate({ ...values, next }))}>
        <Stack gap="md">
          <FormFailure message={signUp.error ? messageOf(signUp.error) : undefined} />
          <TextInput
            label="Name"
            autoComplete="name"
            maxLength={NAME_LENGTH_MAX}
            {...form.getInputProps('name')}
            key={form.key('name')}
          />
          <TextInput
            label="E-mail address"
            type="email"
            autoComplete="username"
            {...form.getInputProps('email')}
            key={form.key('email')}
          />
          <PasswordInput
            label="Password"
            description={`At least ${PASSWORD_LENGTH_MIN} characters. A few words in a row are good.`}
            autoComplete="new-password"
            {...form.getInputProps('password')}
            key={form.key('password')}
          />
          <Button type="submit" loading={signUp.isPending || signUp.isSuccess} fullWidth>
            Create account
          </Button>
        </Stack>
      </form>
    </Door>
  )
}

function about(): string | undefined {
  if (whoMay === 'invited') return 'Only people whom the operator has invited can create an account.'
  if (becomesOperator) {
    return `This is the first account of this service. It becomes the operator and starts with ${countOf(welcomeCredits, 'credit')}.`
  }
  return welcomeCredits > 0 ? `Your first ${countOf(welcomeCredits, 'page')} are free.` : undefined
}

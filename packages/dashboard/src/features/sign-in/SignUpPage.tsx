import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router'
import { messageOf } from '../../base/failure.ts'
import { paths } from '../../base/paths.ts'
import { becomesOperator, signUp as signUpPolicy, welcomeCredits } from '../../session/identity.ts'
import { passwords } from '../../session/passwords.ts'
import { returnTo } from '../../session/return-to.ts'
import { countOf } from '../../ui/text/numbers.ts'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { SignInLayout } from './SignInLayout.tsx'
import { ADDRESS_PROBLEM, isAddress, PASSWORD_LENGTH_MIN, passwordProblem } from '../../session/fields.ts'

const NAME_LENGTH_MAX = 100

/** Sign-up page. The result is the same for an address with an account, so that it does not reveal accounts. */
export function Component() {
  const navigate = useNavigate()
  const next = returnTo(new URLSearchParams(useLocation().search))
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', email: '', password: '' },
    validate: {
      name: (value) => (value.trim() === '' ? 'Enter your name.' : null),
      email: (value) => (isAddress(value) ? null : ADDRESS_PROBLEM),
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
    <SignInLayout
      title="Create an account"
      description={about()}
      below={
        <>
          Already have an account?{' '}
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
            description={`At least ${PASSWORD_LENGTH_MIN} characters. Several words are a good choice.`}
            autoComplete="new-password"
            {...form.getInputProps('password')}
            key={form.key('password')}
          />
          <Button type="submit" loading={signUp.isPending || signUp.isSuccess} fullWidth>
            Create account
          </Button>
        </Stack>
      </form>
    </SignInLayout>
  )
}

function about(): string | undefined {
  if (signUpPolicy === 'invited')
    return 'Only invited people can create an account. Ask the operator to invite you.'
  if (becomesOperator) {
    return `This is the first account of this service. It becomes the operator and starts with ${countOf(welcomeCredits, 'credit')}.`
  }
  return welcomeCredits > 0 ? `Your account includes ${countOf(welcomeCredits, 'free page')}.` : undefined
}

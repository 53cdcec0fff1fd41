import { Button, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, redirect, useLoaderData, useNavigate } from 'react-router'
import { Failure, messageOf } from '../../base/failure.ts'
import { paths } from '../../base/paths.ts'
import { passwords } from '../../session/passwords.ts'
import { returnTo } from '../../session/return-to.ts'
import { session } from '../../session/session.ts'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { SignInLayout } from './SignInLayout.tsx'

/**
 * Verifies the address with the token of the link. In the browser of the sign-up it redirects to the requested page.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const [token, next] = [searchParams.get('token') ?? '', returnTo(searchParams)]
  try {
    await passwords.verify({ token })
  } catch (error) {
    if (!(error instanceof Failure) || error.status === 0 || error.status >= 500) throw error
    return { token, next, problem: problemOf(error) }
  }
  session.start()
  return redirect(next)
}

/** Page for links that do not work, or that require the password. */
export function Component() {
  const { token, next, problem } = useLoaderData<{
    token: string
    next: string
    problem: Problem | undefined
  }>()
  return problem === undefined ? (
    <VerifyForm token={token} next={next} />
  ) : (
    <BrokenLink problem={problem} next={next} />
  )
}

/** Form for the password. It proves that the reader of the mail also chose the password of the account. */
function VerifyForm({ token, next }: { token: string; next: string }) {
  const navigate = useNavigate()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? 'Enter your password.' : null) },
  })
  const verify = useMutation({
    meta: { shownInline: true, isSigningIn: true },
    mutationFn: passwords.verify,
    onSuccess: async () => {
      session.start()
      await navigate(next, { replace: true })
    },
  })
  return (
    <SignInLayout
      title="Verify your address"
      description="You signed up in another browser. Enter the password that you chose there."
    >
      <form noValidate onSubmit={form.onSubmit(({ password }) => verify.mutate({ token, password }))}>
        <Stack gap="md">
          <FormFailure message={verify.error ? messageOf(verify.error) : undefined} />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
            key={form.key('password')}
          />
          <Button type="submit" loading={verify.isPending || verify.isSuccess} fullWidth>
            Verify address
          </Button>
        </Stack>
      </form>
    </SignInLayout>
  )
}

/** Reason why a link does not work, and the next step. */
interface Problem {
  title: string
  advice: string
}

const PROBLEMS: Record<string, Problem> = {
  DAMAGED_LINK: {
    title: 'This link is damaged or incomplete',
    advice: 'Copy the whole link from the mail, or sign in to have another link sent.',
  },
  INVALID_TOKEN: {
    title: 'This link was already used or has expired',
    advice: 'Sign in. If your address is not verified yet, you can then have another link sent.',
  },
}

/** Returns the problem of a link; `undefined` when the link works and only the password is missing. */
function problemOf({ detail = '', message }: Failure): Problem | undefined {
  if (detail === 'PASSWORD_NEEDED') return undefined
  return PROBLEMS[detail] ?? { title: 'This link does not work', advice: message }
}

function BrokenLink(props: { problem: Problem; next: string }) {
  const { title, advice } = props.problem
  return (
    <SignInLayout title={title} description={advice}>
      <Button component={Link} to={paths.signIn(props.next)} fullWidth>
        Sign in
      </Button>
    </SignInLayout>
  )
}

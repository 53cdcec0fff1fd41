import { Button, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, redirect, useLoaderData, useNavigate } from 'react-router'
import { Failure, messageOf } from '../../api/failure.ts'
import { paths } from '../../paths.ts'
import { passwords } from '../../session/passwords.ts'
import { returnTo } from '../../session/return-to.ts'
import { session } from '../../session/session.ts'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { Door } from './Door.tsx'

/** Follows the link of the mail, in the browser that signed up: to the page that was gone to before. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const [token, next] = [searchParams.get('token') ?? '', returnTo(searchParams)]
  try {
    await passwords.verify({ token })
  } catch (error) {
    if (!(error instanceof Failure) || error.status === 0 || error.status >= 500) throw error
    return { token, next, problem: problemOf(error) }
  }
  session.begun()
  return redirect(next)
}

/** Seen where the link alone is not enough. */
export function Component() {
  const { token, next, problem } = useLoaderData<{
    token: string
    next: string
    problem: Problem | undefined
  }>()
  return problem === undefined ? (
    <PasswordWanted token={token} next={next} />
  ) : (
    <BrokenLink problem={problem} next={next} />
  )
}

/** Whoever reads the mail need not be who chose the password. */
function PasswordWanted({ token, next }: { token: string; next: string }) {
  const navigate = useNavigate()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? 'Please enter your password' : null) },
  })
  const verify = useMutation({
    meta: { shownInline: true, isSigningIn: true },
    mutationFn: passwords.verify,
    onSuccess: async () => {
      session.begun()
      await navigate(next, { replace: true })
    },
  })
  return (
    <Door
      title="Verify your address"
      description="You signed up in another browser. Please enter the password that you chose there."
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
            Go on
          </Button>
        </Stack>
      </form>
    </Door>
  )
}

/** Why a link does not work, and what to do about it. */
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

/** @returns undefined where the link works and only the password is missing. */
function problemOf({ detail = '', message }: Failure): Problem | undefined {
  if (detail === 'PASSWORD_NEEDED') return undefined
  return PROBLEMS[detail] ?? { title: 'This link does not work', advice: message }
}

function BrokenLink(props: { problem: Problem; next: string }) {
  const { title, advice } = props.problem
  return (
    <Door title={title} description={advice}>
      <Button component={Link} to={paths.signIn(props.next)} fullWidth>
        Sign in
      </Button>
    </Door>
  )
}

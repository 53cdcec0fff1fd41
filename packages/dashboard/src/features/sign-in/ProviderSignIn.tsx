import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { messageOf } from '../../base/failure.ts'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { SignInLayout } from './SignInLayout.tsx'

const TITLES = {
  'not-yet': 'Signing in',
  'signed-out': 'You are signed out',
  ended: 'Your session has ended',
}

/**
 * Page for the sign-in at the OpenID Connect provider. It redirects at once, except after a sign-out or an expired
 * session: the provider would send the user back to the same page in a loop.
 */
export function ProviderSignIn(props: { next: string; reason: keyof typeof TITLES }) {
  const { next, reason } = props
  const signIn = useMutation({
    meta: { shownInline: true, isSigningIn: true },
    mutationFn: async () => {
      const { redirectToProvider } = await import('../../session/oidc.ts')
      await redirectToProvider(next)
    },
  })
  const { mutate } = signIn
  useEffect(() => {
    if (reason === 'not-yet') mutate()
  }, [reason, mutate])
  return (
    <SignInLayout
      title={TITLES[reason]}
      description={reason === 'not-yet' ? 'Redirecting to your identity provider.' : undefined}
    >
      <FormFailure message={signIn.error ? messageOf(signIn.error) : undefined} />
      <Button onClick={() => mutate()} loading={signIn.isPending || signIn.isSuccess} fullWidth>
        Sign in
      </Button>
    </SignInLayout>
  )
}

import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { messageOf } from '../../api/failure.ts'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { Door } from './Door.tsx'

const TITLES = {
  'not-yet': 'Signing in',
  'signed-out': 'You are signed out',
  ended: 'Your session has ended',
}

/**
 * Signing in at the OpenID Connect provider. Whoever comes to be signed in is sent there at once; not so whose
 * token was refused, who would go around in circles.
 */
export function ProviderDoor(props: { next: string; why: keyof typeof TITLES }) {
  const { next, why } = props
  const go = useMutation({
    meta: { shownInline: true, isSigningIn: true },
    mutationFn: async () => {
      const { goToProvider } = await import('../../session/oidc.ts')
      await goToProvider(next)
    },
  })
  const { mutate } = go
  useEffect(() => {
    if (why === 'not-yet') mutate()
  }, [why, mutate])
  return (
    <Door
      title={TITLES[why]}
      description={why === 'not-yet' ? 'You are sent to your organisation’s sign-in.' : undefined}
    >
      <FormFailure message={go.error ? messageOf(go.error) : undefined} />
      <Button onClick={() => mutate()} loading={go.isPending || go.isSuccess} fullWidth>
        Sign in
      </Button>
    </Door>
  )
}

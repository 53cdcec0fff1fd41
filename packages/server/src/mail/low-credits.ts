import { mailHtml } from './mail-layout.ts'

/** Composes the mail about a low balance. @param account.email e-mail address of the account. */
export function composeLowCredits({
  email,
  credits,
  billingUrl,
}: {
  email: string
  credits: number
  billingUrl: string
}): {
  subject: string
  text: string
  html: string
} {
  const left = credits === 1 ? '1 credit' : `${Math.max(credits, 0).toLocaleString('en')} credits`
  const heading = credits > 0 ? 'Your credits are running low' : 'Your credits are used up'
  const verb = credits === 1 ? 'is' : 'are'
  const about =
    credits > 0
      ? `${verb} left in the account ${email}. Each page costs one credit.`
      : `${verb} left in the account ${email}. Calls are rejected until you add credits.`
  const small =
    'You get this mail once, and again only after credits were added. Change or turn off this notice on the billing page.'
  return {
    subject: `${heading}: ${left} left`,
    text: `${left} ${about}\n\nBuy credits:\n${billingUrl}\n\n${small}\n`,
    html: mailHtml({
      heading,
      name: left,
      about,
      link: { label: 'Buy credits', url: billingUrl },
      small,
    }),
  }
}

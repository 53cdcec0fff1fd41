import { letterHtml } from './mail-layout.ts'

/** Composes the mail that tells an account that its credits are low. */
export function composeLowCredits({ credits, billingUrl }: { credits: number; billingUrl: string }): {
  subject: string
  text: string
  html: string
} {
  const left = credits === 1 ? '1 credit' : `${Math.max(credits, 0).toLocaleString('en')} credits`
  const heading = credits > 0 ? 'Your credits are running low' : 'Your credits are used up'
  const about =
    credits > 0 ? 'are left. Each page takes one.' : 'are left. Calls are refused until there are more.'
  const small =
    'You are told once, and again only after credits were added. When, and whether at all, you say on the billing page.'
  return {
    subject: `${heading}: ${left} left`,
    text: `${left} ${about}\n\nBuy more here:\n${billingUrl}\n\n${small}\n`,
    html: letterHtml({
      heading,
      name: left,
      about,
      link: { label: 'Buy credits', url: billingUrl },
      small,
    }),
  }
}

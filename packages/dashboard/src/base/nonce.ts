/**
 * Nonce that the Content Security Policy requires for styles that are added at run time, for example by editors. Scripts
 * have no nonce: the policy allows them by their origin, and Chromium reuses compiled scripts only if their nonces are
 * equal.
 */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.nonce ?? ''

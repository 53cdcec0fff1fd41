/** Nonce that the Content Security Policy requires for styles that are added at run time, for example by editors. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

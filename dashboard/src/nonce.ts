/** What styles that are made while the page runs have to carry, by the service's policy. Editors need it, too. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

const LENGTH_MAX = 254

const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const LOCAL_PART_LENGTH_MAX = 64
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

/**
 * Returns whether `text` is an address that this service sends to: a dot-string (RFC 5321) at a domain name of two or
 * more labels. Quoted local parts, comments, routes, address literals and non-ASCII characters are rejected, because
 * mail programs parse them differently and attacks exploit that.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > LENGTH_MAX) return false
  const at = text.lastIndexOf('@')
  const [local, labels] = [text.slice(0, at), text.slice(at + 1).split('.')]
  return (
    at > 0 &&
    local.length <= LOCAL_PART_LENGTH_MAX &&
    LOCAL_PART.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  )
}

/**
 * Content-Security-Policy of the documentation. Its scripts are files of the service and call only the service: the
 * routes that the reader tries, and those of the dashboard for a signed-in reader who creates a key.
 */
export const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

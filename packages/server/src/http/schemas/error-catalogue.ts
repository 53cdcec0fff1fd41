import type { RefusalKind } from '@platen/template/refusal'
import type { Warning } from '@platen/renderer/service'

// Source of the OpenAPI descriptions of failed calls and of docs/errors.md, which `npm run docs:errors` writes.

/** Status of each kind of refusal. */
export const STATUS_OF_KIND = {
  invalid: 400,
  unauthorized: 401,
  'insufficient-credits': 402,
  forbidden: 403,
  'not-found': 404,
  'not-acceptable': 406,
  conflict: 409,
  // If-Match or If-None-Match does not match the stored version.
  changed: 412,
  // If-Match is missing.
  unconditional: 428,
  'limit-reached': 429,
  busy: 503,
  'timed-out': 504,
} as const satisfies Record<RefusalKind, number>

/** Reason of an error, and what the caller does about it. Both in Markdown. */
export interface Cause {
  cause: string
  remedy: string
}

/** Documentation of one status of failed calls. */
export interface ErrorStatus {
  status: number
  /** Name of the shared response in the OpenAPI documents. */
  name: string
  /** Description in the OpenAPI documents. */
  description: string
  /** Tells whether the same call can succeed later. */
  retry: string
  /** Example of a body. */
  example: { message: string; error?: string }
  causes: readonly Cause[]
}

/** Returns the name of a status as words: `Not found`. */
export function titleOf({ name }: Pick<ErrorStatus, 'name'>): string {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Every status of failed calls, in ascending order. */
export const ERROR_STATUSES: readonly ErrorStatus[] = [
  {
    status: 400,
    name: 'BadRequest',
    description:
      'The request is not valid: a field is missing or wrong, the template has an error, or `data` has more than ' +
      '50 elements. `message` names the problem, `error` has details such as the position in the template.',
    retry: 'no',
    example: { message: 'data must have at least 1 element.' },
    causes: [
      {
        cause: 'A field is missing, unknown or has an invalid value',
        remedy: 'Correct the field that `message` names',
      },
      {
        cause:
          'The body is not valid JSON or not UTF-8, or a text contains a character that cannot be stored',
        remedy: 'Correct the body at the position in `message`',
      },
      {
        cause: '`data` is an empty array or has more than 50 elements',
        remedy: 'Send 1 to 50 elements per call',
      },
      {
        cause: '`data` does not match the data schema of the template',
        remedy: 'Correct each place in `problems` ([data schema](guides/data.md#data-schema))',
      },
      {
        cause: 'The template has a syntax error, or a helper fails',
        remedy:
          'Correct the template at the line and column in `error`; `platen check` finds the same errors offline',
      },
      {
        cause: 'A partial or an asset does not exist',
        remedy: 'Store it, or correct its name ([partials and assets](guides/partials-and-assets.md))',
      },
      {
        cause: 'The document exceeds a limit: sheets, HTML, memory, size of the PDF, time to fill',
        remedy: 'Send less data per call, or simplify the template ([limits](guides/templates.md#limits))',
      },
      {
        cause:
          'A PDF option cannot be applied, for example PDF/A to a text with a character that no font contains',
        remedy: 'Follow `message` ([PDF options](pdf-options.md))',
      },
      {
        cause: 'A certificate cannot be read, does not exist or has expired',
        remedy: 'Follow `message` ([signatures](guides/signatures.md#solve-problems))',
      },
    ],
  },
  {
    status: 401,
    name: 'Unauthorized',
    description: 'The credentials are missing, invalid, inactive or expired.',
    retry: 'no',
    example: { message: 'The API key is missing or not valid. Send it in the x-api-key header.' },
    causes: [
      {
        cause: 'The header `x-api-key` is missing, or the key is wrong, deactivated, deleted or expired',
        remedy:
          'Send a valid API key in `x-api-key`. Create keys in the dashboard or with `platen create-token`',
      },
      {
        cause: 'The session of the dashboard has ended',
        remedy: 'Sign in again',
      },
    ],
  },
  {
    status: 402,
    name: 'InsufficientCredits',
    description:
      'The account has too few credits. `error` is INSUFFICIENT_CREDITS, and `message` names the address where ' +
      'credits are bought.',
    retry: 'after credits are added',
    example: {
      message:
        'This needs 2 credits and 1 is left. Please purchase credits at http://127.0.0.1:3000/billing.',
      error: 'INSUFFICIENT_CREDITS',
    },
    causes: [
      {
        cause: 'The account has fewer available credits than `data` has elements',
        remedy:
          'Buy credits at the address in `message` and in the header `Link` (`rel="payment"`), or ask the operator',
      },
    ],
  },
  {
    status: 403,
    name: 'Forbidden',
    description: 'The account is suspended, or the credentials do not allow this request.',
    retry: 'no',
    example: {
      message:
        'This call needs an API key with the scope "render". This key has "read". Use another key, or create one in the dashboard.',
    },
    causes: [
      { cause: 'The account is suspended', remedy: 'Contact the operator of the service' },
      {
        cause: 'The API key does not have the scope that the call needs',
        remedy: 'Use a key with the scope that `message` names ([scopes](guides/api-keys.md#scopes))',
      },
      { cause: 'The route is for operators', remedy: 'Sign in as an operator' },
      {
        cause: 'The role of the member does not allow the call, or the user is no member of the account',
        remedy: 'Ask an owner of the account ([roles](guides/teams.md#roles))',
      },
      {
        cause: 'A web page of another origin calls `/mcp` or the sign-in',
        remedy: 'Call from the origin of `BASE_URL`',
      },
      {
        cause: 'The link to a PDF was changed or has expired (five days)',
        remedy: 'Copy the whole link, or generate the PDF again',
      },
      {
        cause: 'The e-mail address of the user is not verified, or sign-up is by invitation only',
        remedy: 'Verify the address, open the link of your invitation, or ask the operator for an account',
      },
    ],
  },
  {
    status: 404,
    name: 'NotFound',
    description: 'The resource does not exist or belongs to another account.',
    retry: 'no',
    example: { message: 'There is no template with this templateId.' },
    causes: [
      {
        cause: 'The id or name does not exist, was deleted, or belongs to another account',
        remedy: 'Check the id, and that the API key belongs to the right account',
      },
      { cause: 'The path does not exist', remedy: 'Check the path in the API reference, `/docs/api`' },
      {
        cause: 'The PDF of a link is no longer stored',
        remedy: 'Generate the PDF again',
      },
    ],
  },
  {
    status: 405,
    name: 'MethodNotAllowed',
    description: 'The path does not have this method. The header Allow lists its methods.',
    retry: 'no',
    example: { message: 'The method PATCH is not allowed for this path. Allowed: GET, HEAD.' },
    causes: [
      { cause: 'The path exists, but not with this method', remedy: 'Use a method of the header `Allow`' },
    ],
  },
  {
    status: 406,
    name: 'NotAcceptable',
    description: 'The response cannot be sent in a format that Accept allows.',
    retry: 'no',
    example: {
      message:
        'An asynchronous call returns no document. The response is JSON, but Accept is application/pdf. Add application/json to Accept.',
    },
    causes: [
      {
        cause: '`Accept` allows only a PDF or an image, but the call is asynchronous or a dry run',
        remedy: 'Allow `application/json` ([response formats](output.md))',
      },
    ],
  },
  {
    status: 408,
    name: 'RequestTimeout',
    description: 'The request did not arrive completely within the time limit.',
    retry: 'yes',
    example: { message: 'The request did not arrive in time.' },
    causes: [
      { cause: 'The client or the network is too slow', remedy: 'Send the request again, or send less data' },
    ],
  },
  {
    status: 409,
    name: 'Conflict',
    description:
      'The request conflicts with the present state, for example with another call with the same Idempotency-Key, or with an archived template.',
    retry: 'if `Retry-After` is present',
    example: {
      message:
        'This Idempotency-Key was used with another body, or with an API key of the other mode (test or live). Use a new one.',
    },
    causes: [
      {
        cause: 'A call with this `Idempotency-Key` is still running',
        remedy: 'Wait for the seconds in `Retry-After` and send it again',
      },
      {
        cause:
          'This `Idempotency-Key` was used in the last 24 hours with another body, or with a key of the other mode (test or live)',
        remedy: 'Use a new key ([retries](guides/jobs.md#retry-a-call-safely))',
      },
      {
        cause: 'The last owner of an account would lose this role, or leave',
        remedy: 'Make another member an owner first ([teams](guides/teams.md#hand-over-or-leave-an-account))',
      },
      {
        cause: 'The invited person is a member already, or has an invitation',
        remedy: 'Send the invitation again, or revoke it',
      },
      {
        cause: 'The batch cannot be cancelled or resumed in its status',
        remedy: 'Read its `status` ([batches](guides/bulk.md#follow-cancel-and-resume-a-batch))',
      },
      {
        cause: 'A test key cannot change a batch of live keys',
        remedy: 'Use a live API key or the dashboard',
      },
      {
        cause: 'The template is archived',
        remedy: 'Restore it, or use another template ([archive](guides/templates.md#tags-and-archive))',
      },
    ],
  },
  {
    status: 412,
    name: 'PreconditionFailed',
    description: 'If-Match or If-None-Match does not match the stored version. Read the resource again.',
    retry: 'no',
    example: {
      message:
        'A program with the API key “test” saved this template at 2026-11-21T09:30:00.000Z, after you read it. Your changes were not saved.',
    },
    causes: [
      {
        cause:
          'The resource was changed or deleted after you read it, or it exists and `If-None-Match: *` was sent',
        remedy: 'Read the resource, apply your change to it, and send its new `ETag`',
      },
    ],
  },
  {
    status: 413,
    name: 'PayloadTooLarge',
    description: 'The body is larger than the limit that `message` names.',
    retry: 'no',
    example: { message: 'The body is larger than 6.5 MiB (6,815,744 bytes).' },
    causes: [
      {
        cause: 'The body exceeds 6.5 MiB, or the limit of the route',
        remedy: 'Store large images and fonts as assets, or split the data into several calls',
      },
    ],
  },
  {
    status: 415,
    name: 'UnsupportedMediaType',
    description: 'The route does not accept the Content-Type or the Content-Encoding of the body.',
    retry: 'no',
    example: { message: 'POST /v1/pdf/generate requires a body with Content-Type: application/json.' },
    causes: [
      { cause: 'The header `Content-Type` is missing or wrong', remedy: 'Send `application/json`' },
      { cause: 'The body is compressed (`Content-Encoding`)', remedy: 'Send the body uncompressed' },
    ],
  },
  {
    status: 428,
    name: 'PreconditionRequired',
    description: 'If-Match is missing. Send the ETag of the version that you have read.',
    retry: 'no',
    example: {
      message:
        'If-Match is missing. Send the ETag of the version that you have read, so that no other change is overwritten.',
    },
    causes: [
      {
        cause: 'A route of the dashboard was called without `If-Match`',
        remedy: 'Send the `ETag` of the version that you have read',
      },
    ],
  },
  {
    status: 429,
    name: 'TooManyRequests',
    description:
      'A rate limit or a limit of the plan is reached. Retry-After is the number of seconds to wait. Without ' +
      'Retry-After, waiting does not help.',
    retry: 'if `Retry-After` is present',
    example: { message: 'Too many calls. Please wait and try again.' },
    causes: [
      {
        cause:
          'The account exceeds `RATE_LIMIT_PER_MINUTE`, or its limit of previews, dry runs, purchases or webhook tests',
        remedy: 'Wait for the seconds in `Retry-After`. Send an array instead of several calls',
      },
      {
        cause: 'The network sends too many invalid API keys, sign-ins, or requests without credentials',
        remedy:
          'Wait for the seconds in `Retry-After`. Operators behind a proxy set `TRUSTED_PROXIES`, so that clients ' +
          'are counted separately',
      },
      {
        cause: '`sendEmail` exceeds `MAILS_PER_DAY`',
        remedy: 'Wait until midnight UTC, or mail the links yourself',
      },
      {
        cause: 'The account has reached the limit of stored templates, partials, assets, bytes or API keys',
        remedy: 'Delete what you do not need, or ask the operator for another plan',
      },
    ],
  },
  {
    status: 431,
    name: 'RequestHeaderFieldsTooLarge',
    description: 'The request has more than 100 headers, or headers of more than 16 KiB.',
    retry: 'no',
    example: { message: 'The headers of the request are larger than 16 KiB.' },
    causes: [{ cause: 'The headers are too many or too long', remedy: 'Send fewer or shorter headers' }],
  },
  {
    status: 500,
    name: 'InternalServerError',
    description: 'An unexpected error in the service. Retry with exponential back-off.',
    retry: 'yes, with exponential back-off',
    example: { message: 'Internal server error' },
    causes: [
      {
        cause: 'A defect, a full disk, no database, or an object store that rejects the service',
        remedy: 'Retry. Nothing was charged. Operators find the cause in the log and with `platen doctor`',
      },
    ],
  },
  {
    status: 503,
    name: 'ServiceUnavailable',
    description:
      'The service is busy, or a part of it is unavailable. Retry after the seconds in Retry-After.',
    retry: 'yes, after `Retry-After`',
    example: { message: 'The service is busy. Please try again in a moment.' },
    causes: [
      {
        cause: 'The expected wait of the call is too long',
        remedy:
          'Wait for the seconds in `Retry-After`, send fewer calls at once, or use `"async": true` ' +
          '([overload](operate/operation.md#overload))',
      },
      {
        cause: 'Too many large request bodies are being processed',
        remedy: 'Send fewer large calls at once. Operators raise `BODY_MEMORY_MB`',
      },
      {
        cause: 'The object store, the database, Chromium, Stripe or the identity provider is unavailable',
        remedy: 'Retry. Operators check `/health/ready` ([outages](operate/operation.md#outages))',
      },
      {
        cause: 'The time-stamp server gives no time stamp for a signature. `error` has the reason',
        remedy: 'Retry, or sign with the level B-B ([signatures](guides/signatures.md#choose-a-level))',
      },
    ],
  },
  {
    status: 504,
    name: 'GatewayTimeout',
    description:
      'The work took longer than its time limit, 29 seconds for a synchronous generation. Nothing was charged.',
    retry: 'once, or as a job',
    example: {
      message:
        'The call did not end in time, and its outcome is not known. With an Idempotency-Key, you can retry it without a second charge.',
    },
    causes: [
      {
        cause: 'A synchronous call took longer than 29 seconds',
        remedy: 'Use `"async": true`, or send fewer elements per call',
      },
      {
        cause: 'The object store did not answer in time',
        remedy: 'Retry later',
      },
    ],
  },
]

/** Codes in `error`, with their status. All other texts in `error` are details for people. */
export const ERROR_CODES: Readonly<Record<string, Cause & { status: number; route: string }>> = {
  INSUFFICIENT_CREDITS: {
    status: 402,
    route: '`/v1`',
    cause: 'Too few credits',
    remedy: 'Buy credits at the address in `message`',
  },
  INVALID_EMAIL_OR_PASSWORD: {
    status: 401,
    route: 'sign-in',
    cause: 'The e-mail address or the password is wrong',
    remedy: 'Try again, or reset the password',
  },
  INVALID_PASSWORD: {
    status: 403,
    route: 'sign-in',
    cause: 'The current password is wrong',
    remedy: 'Enter the current password',
  },
  PASSWORD_NEEDED: {
    status: 403,
    route: 'sign-in',
    cause: 'The verification link was opened in another browser than the one of the sign-up',
    remedy: 'Enter the password',
  },
  EMAIL_NOT_VERIFIED: {
    status: 403,
    route: 'sign-in',
    cause: 'The e-mail address is not verified',
    remedy: 'Open the link in the mail, or send the mail again',
  },
  PASSWORD_TOO_SHORT: {
    status: 400,
    route: 'sign-in',
    cause: 'The password has fewer than 10 characters',
    remedy: 'Choose a longer password',
  },
  PASSWORD_TOO_LONG: {
    status: 400,
    route: 'sign-in',
    cause: 'The password has more than 128 characters',
    remedy: 'Choose a shorter password',
  },
  INVALID_EMAIL: {
    status: 400,
    route: 'sign-in',
    cause: 'The e-mail address is not valid',
    remedy: 'Correct the address',
  },
  VALIDATION_ERROR: {
    status: 400,
    route: 'sign-in',
    cause: 'The e-mail address is not valid',
    remedy: 'Correct the address',
  },
  INVALID_TOKEN: {
    status: 400,
    route: 'sign-in',
    cause: 'The link in a mail was used or has expired',
    remedy: 'Request a new mail',
  },
  ACCOUNT_SUSPENDED: {
    status: 403,
    route: 'dashboard',
    cause: 'The account in `x-platen-account`, or your own without the header, is suspended',
    remedy: 'Choose another account, or contact the operator of the service',
  },
  NOT_A_MEMBER: {
    status: 403,
    route: 'dashboard',
    cause: 'The user is no member of the account in `x-platen-account`',
    remedy: 'Choose another account',
  },
  OTHER_ADDRESS: {
    status: 403,
    route: 'invitation',
    cause: 'The invitation was sent to another address than that of the signed-in user',
    remedy: 'Sign in with the address that received the invitation',
  },
  DAMAGED_LINK: {
    status: 400,
    route: 'sign-in',
    cause: 'The link in a mail is incomplete',
    remedy: 'Copy the whole link',
  },
  INVALID_USER: {
    status: 403,
    route: 'sign-in',
    cause: 'The link is for another user than the signed-in one',
    remedy: 'Sign out, and open the link again',
  },
  FAILED_TO_CREATE_USER: {
    status: 503,
    route: 'sign-in',
    cause: 'Two sign-ups with the same address at the same time',
    remedy: 'Try again',
  },
  authorization_pending: {
    status: 400,
    route: 'device flow',
    cause: 'The user has not entered the device code yet',
    remedy: 'Poll again after `interval` seconds',
  },
  slow_down: {
    status: 400,
    route: 'device flow',
    cause: 'The program polls too often',
    remedy: 'Poll less often',
  },
  access_denied: {
    status: 400,
    route: 'device flow',
    cause: 'The user has denied the sign-in',
    remedy: 'Start again if this was a mistake',
  },
  expired_token: {
    status: 400,
    route: 'device flow',
    cause: 'The device code has expired (ten minutes)',
    remedy: 'Start again',
  },
  invalid_grant: {
    status: 400,
    route: 'device flow',
    cause: 'The device code or refresh token is not valid, or the session has ended',
    remedy: 'Sign in again',
  },
  invalid_request: {
    status: 400,
    route: 'device flow',
    cause: 'A field is missing or repeated',
    remedy: 'Send the fields of [the device flow](operate/identity.md#programs-device-flow)',
  },
}

/** Warnings of a render, which do not fail the call. */
export const WARNINGS: Readonly<Record<Warning['kind'], Cause>> = {
  'font-replaced': {
    cause:
      'The template names a font that is not installed. The subject names the font that is used instead. Reported by previews ' +
      'and dry runs only, because most templates name Arial or Helvetica',
    remedy:
      'None if the font has [the same widths](guides/fonts.md#fonts-of-other-systems). Otherwise use an installed font, or ' +
      'load the font with `@font-face`',
  },
  'font-missing': {
    cause: 'A URL did not return a font',
    remedy: 'Check the URL, or store the font as an [asset](guides/partials-and-assets.md)',
  },
  'image-missing': {
    cause: 'A URL did not return an image',
    remedy: 'Check the URL, or store the image as an [asset](guides/partials-and-assets.md)',
  },
  'glyph-missing': {
    cause:
      'No font contains a character of the text, so a box or nothing is printed. Checked on about the first hundred sheets',
    remedy: 'Load a font that contains the character',
  },
  'page-size-ignored': {
    cause: 'An `@page` rule has a `size` that the browser does not recognise, so the sheet is A4',
    remedy: 'Use a name or lengths of [page size and margins](guides/pages.md#page-size-and-margins)',
  },
  'content-shrunk': {
    cause:
      'Content is wider than the sheet, so the page is printed smaller. The subject names the element, its width and ' +
      'the scale: `table.lines: 240 mm wide, 180 mm on the sheet, printed at 75 %`',
    remedy: 'Make the element narrower ([fit and flow](guides/templates.md#fit-and-flow))',
  },
  'content-cut': {
    cause:
      'Content is wider than the sheet even at the smallest scale. Text, an image or a border at the right is not on ' +
      'the sheet',
    remedy: 'Make the element narrower, or break long words with `overflow-wrap: anywhere`',
  },
  'alternative-text-missing': {
    cause:
      'A picture has no alternative text, so a screen reader cannot describe it. This and the next three warnings are about ' +
      'accessibility. Previews and dry runs report them, with the place in the source if it is known',
    remedy:
      'Add `alt="…"` to `<img>`, or `role="img"` and `aria-label="…"` to `<svg>`. Hide decoration with `alt=""` or ' +
      '`aria-hidden="true"` ([accessibility](guides/templates.md#language-title-accessibility))',
  },
  'heading-skipped': {
    cause: 'The first heading is not `<h1>`, or a heading is more than one level below the heading before it',
    remedy: 'Use the levels in order, and set the size in CSS',
  },
  'language-missing': {
    cause: 'The element `<html>` has no valid `lang`, so a screen reader may use the wrong pronunciation',
    remedy: 'Add for example `<html lang="en">`',
  },
  'contrast-low': {
    cause:
      'A text has too little contrast to its background (WCAG 2, level AA). Text over images and gradients is not checked',
    remedy: 'Use a darker or lighter colour. Hide decoration from screen readers with `aria-hidden="true"`',
  },
  'resources-late': {
    cause: 'A resource was not loaded in time, or `platen.ready` did not resolve',
    remedy:
      'Store resources as assets, or finish the script within 10 s ([scripts](guides/templates.md#scripts))',
  },
  'script-failed': {
    cause: 'A script threw an uncaught error, or `platen.ready` was rejected',
    remedy: 'Correct the script',
  },
  'request-refused': {
    cause: 'A URL may not be loaded: it is not public, not allowed, or above the limit of requests',
    remedy: 'Use assets, or ask the operator to allow the host (`EGRESS_ALLOW`)',
  },
  'dialog-dismissed': { cause: 'A script opened a dialog', remedy: 'Remove the dialog' },
  'window-refused': { cause: 'A script opened a window', remedy: 'Remove the call of `window.open`' },
  'navigation-refused': { cause: 'A script navigated away', remedy: 'Remove the navigation' },
}

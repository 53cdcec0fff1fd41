const LOG = '`log` is no helper here: templates must not write to the log of the service.'
const INDENT =
  'A partial on a line of its own is not indented. Indentation would change the text in `<pre>` and in templates of several lines.'

/** Cases of the specifications whose result differs on purpose, with the reason. */
export const DIFFERENT: Record<string, string> = {
  'builtins › builtin helpers › #log › should output to info': LOG,
  'builtins › builtin helpers › #log › should handle hash log levels': LOG,
  'builtins › builtin helpers › #log › should pass multiple log arguments': LOG,
  'partials › partials › standalone partials › nested indented partials': INDENT,
  'mustache partials › Recursion': 'A partial of the account must not call itself.',
  'mustache partials › Standalone Without Previous Line': INDENT,
  'mustache partials › Standalone Without Newline': INDENT,
  'mustache partials › Standalone Indentation': INDENT,
}

/** Documents without the blank last sheet that Chromium prints, with the numbers of sheets. */
export const BLANK_END: Record<string, string> = { 'skeleton-css, css/skeleton.css': '2 and 3 sheets' }

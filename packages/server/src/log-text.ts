import { prettyFactory } from 'pino-pretty'

// Fields that only programs read.
const HIDDEN_FIELDS = 'pid,hostname,reqId,postgresPid,adopted,applied,removed,readyMs'

/** Log destination that formats each JSON line as text: time, level, message, fields. */
export function textDestination(options: { write: (text: string) => void; colors: boolean }): {
  write(line: string): void
} {
  const format = prettyFactory({
    colorize: options.colors,
    ignore: HIDDEN_FIELDS,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
  })
  return { write: (line) => options.write(format(JSON.parse(line, withoutControls))) }
}

/** Replaces control characters, so that text of callers cannot send commands to the terminal. */
function withoutControls(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/[^\P{Cc}\n\t]/gu, '\uFFFD') : value
}

import { runCommand } from '../../packages/cli/src/run-command.ts'

/**
 * Runs a command of the tool in this process, which is faster than a new process. For commands that leave their output
 * to the tool: commands of operators, and calls that are rejected.
 */
export async function callTool(args: string[], environment: NodeJS.ProcessEnv) {
  let [stdout, stderr] = ['', '']
  const code = await runCommand({
    args,
    environment,
    output: {
      isTerminal: false,
      paint: (_format, text) => text,
      print: (text) => void (stdout += `${text}\n`),
      printError: (text) => void (stderr += `${text}\n`),
    },
    signal: new AbortController().signal,
  })
  return { code, stdout, stderr }
}

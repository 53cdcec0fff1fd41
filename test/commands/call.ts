import { runCommand } from '../../server/commands/run-command.ts'

/**
 * Runs a command of the tool in this process. That is cheaper than a process of its own, and right for every command
 * that leaves its output to the tool: those of operators, and calls that are refused.
 */
export async function callTool(args: string[], environment: NodeJS.ProcessEnv) {
  let [stdout, stderr] = ['', '']
  const code = await runCommand({
    args,
    environment,
    output: {
      isTerminal: false,
      print: (text) => void (stdout += `${text}\n`),
      complain: (text) => void (stderr += `${text}\n`),
    },
    signal: new AbortController().signal,
  })
  return { code, stdout, stderr }
}

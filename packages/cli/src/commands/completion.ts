import { type CallerCommand, positionals, UsageError } from '../command.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

export const completionCommand: CallerCommand = {
  name: 'completion',
  help: `Add it to your shell:

  bash  echo 'source <(platen completion bash)' >> ~/.bashrc
  zsh   echo 'source <(platen completion zsh)' >> ~/.zshrc, below compinit
  fish  platen completion fish > ~/.config/fish/completions/platen.fish`,
  options: {},
  async run(call) {
    const [argument] = positionals(call, 'SHELL')
    const shell = SHELLS.find((name) => name === argument)
    if (!shell) throw new UsageError(`SHELL must be one of ${SHELLS.join(', ')}.`)
    const { completionFor } = await import('../completion.ts')
    const script = completionFor(shell)
    return { text: script, json: { shell, script } }
  },
}

import type { CallerCall } from '../caller.ts'
import { Argument, type CommandDefinitions, examples } from '../command.ts'
import { completionScript, SHELLS } from '../completion.ts'

export const completionCommand: CommandDefinitions<CallerCall> = {
  completion: (command, run) =>
    command
      .description('Add the script to your shell. In ~/.zshrc it must be below compinit.')
      .addArgument(new Argument('<SHELL>', 'Shell that reads the script.').choices(SHELLS))
      .addHelpText(
        'after',
        examples(
          "echo 'source <(platen completion bash)' >> ~/.bashrc",
          "echo 'source <(platen completion zsh)' >> ~/.zshrc",
          'platen completion fish > ~/.config/fish/completions/platen.fish',
        ),
      )
      .action((shell) =>
        run(async () => {
          const script = completionScript(shell)
          return { text: script, json: { shell, script } }
        }),
      ),
}

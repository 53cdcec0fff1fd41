import { fullArguments, isUnknownCommand, type Program } from './program.ts'

// The value of an option or argument with this name is the path of a file.
const FILE = 'FILE'
// Line by which the scripts of the shells complete the paths of files.
const FILES = ':files'

const SCRIPTS = {
  bash: `# platen completion bash
_platen() {
  local IFS=$'\\n' current="\${COMP_WORDS[COMP_CWORD]}" candidates
  candidates=$(platen __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  COMPREPLY=($(compgen -W "\${candidates//${FILES}/}" -- "$current"))
  if [[ $candidates == *${FILES}* ]]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY+=($(compgen -f -- "$current"))
  fi
}
complete -F _platen platen`,
  zsh: `#compdef platen
_platen() {
  local -a candidates
  candidates=(\${(f)"$(platen __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  compadd -- "\${(@)candidates:#${FILES}}"
  if (( \${candidates[(Ie)${FILES}]} )); then _files; fi
}
if [[ "\${funcstack[1]}" == _platen ]]; then _platen "$@"; else compdef _platen platen; fi`,
  fish: `# platen completion fish
function __platen_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for candidate in (platen __complete $words[2..] "$current" 2>/dev/null)
        if test "$candidate" = ${FILES}
            __fish_complete_path "$current"
        else
            printf '%s\\n' $candidate
        end
    end
end
complete -c platen -f -a '(__platen_complete)'`,
}

/** Shells with a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const

/** Returns the completion script of a shell. It calls the tool for the candidates. */
export function completionScript(shell: (typeof SHELLS)[number]): string {
  return SCRIPTS[shell]
}

/**
 * Lists the candidates for the last of the words: subcommands, options and choices. The shell selects those that begin
 * with the word. `:files` stands for the paths of files.
 */
export async function completionsFor(program: Program, words: readonly string[]): Promise<string[]> {
  const isHelp = words[0] === 'help' && words.length > 1
  const before = isHelp ? words.slice(1, -1) : fullArguments(words).slice(0, -1)
  const command = await program.load(before)
  if (isUnknownCommand(command, before)) return []
  if (command.commands.length > 0) return command.commands.map((one) => one.name())
  const option = command.options.find(
    ({ long, short, required }) => required && [long, short].includes(before.at(-1)),
  )
  if (option) return option.argChoices ?? (option.flags.includes(FILE) ? [FILES] : [])
  const values = command.registeredArguments.flatMap(
    (argument) => argument.argChoices ?? (argument.name() === FILE ? [FILES] : []),
  )
  return [...values, ...command.options.map(({ long }) => long ?? ''), '--help']
}

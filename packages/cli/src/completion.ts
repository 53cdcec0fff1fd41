import { CALLER_COMMANDS } from './commands/caller-commands.ts'
import { OPERATOR_COMMANDS } from './commands/operator-commands.ts'
import { type CommandUsage, parseUsage, type Value } from './usage.ts'

/**
 * Generates the completion script of a shell from the usages of the commands. The script completes words and files, and
 * does not call the service.
 */
export function completionFor(shell: 'bash' | 'zsh' | 'fish'): string {
  return { bash, zsh, fish }[shell](allUsages()).trimEnd()
}

/** Merges the commands by name. A command for callers and operators has the options of both. */
function allUsages(): CommandUsage[] {
  const usages = new Map<string, CommandUsage>()
  const add = (usage: CommandUsage, common: string[]) => {
    const { options, arguments: args } = usages.get(usage.name) ?? { options: new Map(), arguments: [] }
    usages.set(usage.name, {
      name: usage.name,
      options: new Map([...options, ...usage.options, ...common.map((name) => [name, undefined] as const)]),
      arguments: args.length > 0 ? args : usage.arguments,
      required: usage.required,
    })
  }
  for (const entry of CALLER_COMMANDS) {
    const usage = parseUsage(entry)
    add({ ...usage, options: new Map([...usage.options, ['--url', 'free']]) }, ['--json', '--help'])
  }
  for (const entry of OPERATOR_COMMANDS) add(parseUsage(entry), ['--json', '--help'])
  return [...usages.values()]
}

/** Returns the words that a command accepts: options and choices of arguments. */
function completionsOf({ options, arguments: args }: CommandUsage): string[] {
  return [...args.flatMap((value) => (typeof value === 'string' ? [] : value)), ...options.keys()]
}

function takesFiles(usage: CommandUsage): boolean {
  return usage.arguments.includes('file')
}

/** Groups the options that take a value by the kind of value. */
function optionsByValue(usages: CommandUsage[]): { positions: string[]; value: Value }[] {
  const byValue = new Map<string, { positions: string[]; value: Value }>()
  for (const { name, options } of usages) {
    for (const [option, value] of options) {
      if (!value) continue
      const same = byValue.get(String(value)) ?? { positions: [], value }
      byValue.set(String(value), { value, positions: [...same.positions, `${name} ${option}`] })
    }
  }
  return [...byValue.values()]
}

// Words of commands consist of letters, digits and dashes, so they need no escaping.
const quoted = (words: readonly string[], between = ' ') => words.map((word) => `'${word}'`).join(between)

function bash(usages: CommandUsage[]): string {
  return `# platen completion bash
_platen() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local line='' command='' candidate rest files='' IFS=$'\\n'
  local -a offered=() commands=(${quoted(usages.map(({ name }) => name))})
  if ((COMP_CWORD > 1)); then printf -v line '%s ' "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; fi
  for candidate in "\${commands[@]}"; do
    if [[ $line == "$candidate "* ]] && ((\${#candidate} > \${#command})); then command=$candidate; fi
    if [[ "$candidate " == "$line"* && $candidate != "\${line% }" ]]; then
      rest=\${candidate:\${#line}}
      offered+=("\${rest%% *}")
    fi
  done
${completionCases(usages)}
  COMPREPLY=($(compgen -W "\${offered[*]}" -- "$current"))
  if [[ $files ]]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY+=($(compgen -f -- "$current"))
  fi
}
complete -F _platen platen
`
}

function zsh(usages: CommandUsage[]): string {
  return `#compdef platen
_platen() {
  local previous="\${words[CURRENT-1]}" line='' command='' candidate rest files=''
  local -a offered commands
  commands=(${quoted(usages.map(({ name }) => name))})
  if (( CURRENT > 2 )); then line="\${(j: :)words[2,CURRENT-1]} "; fi
  for candidate in $commands; do
    if [[ "$line" == "$candidate "* ]] && (( \${#candidate} > \${#command} )); then command="$candidate"; fi
    if [[ "$candidate " == "$line"* && "$candidate" != "\${line% }" ]]; then
      rest="\${candidate:\${#line}}"
      offered+=("\${rest%% *}")
    fi
  done
${completionCases(usages)}
  compadd -- "\${(@u)offered}"
  if [[ -n "$files" ]]; then _files; fi
}
if [[ "\${funcstack[1]}" == _platen ]]; then _platen "$@"; else compdef _platen platen; fi
`
}

/** Generates the part that bash and zsh share: the completions after an option, else those of the command. */
function completionCases(usages: CommandUsage[]): string {
  const afterOption = optionsByValue(usages).map(({ positions, value }) => {
    const offered = typeof value === 'string' ? '' : quoted(value)
    return `    ${quoted(positions, '|')}) offered=(${offered})${value === 'file' ? '; files=1' : ''} ;;`
  })
  const ofCommand = usages.map(
    (usage) =>
      `      '${usage.name}') offered+=(${quoted(completionsOf(usage))})${takesFiles(usage) ? '; files=1' : ''} ;;`,
  )
  return `  case "$command $previous" in
${afterOption.join('\n')}
    *) case "$command" in
${ofCommand.join('\n')}
    esac ;;
  esac`
}

function fish(usages: CommandUsage[]): string {
  const files = '\n            __fish_complete_path (commandline -ct)'
  const afterOption = optionsByValue(usages).map(({ positions, value }) => {
    const offered = typeof value === 'string' ? '' : `\n            printf '%s\\n' ${quoted(value)}`
    return `        case ${quoted(positions)}${value === 'file' ? files : offered}\n            return`
  })
  const ofCommand = usages.map(
    (usage) =>
      `        case '${usage.name}'\n            printf '%s\\n' ${quoted(completionsOf(usage))}${takesFiles(usage) ? files : ''}`,
  )
  return `# platen completion fish
function __platen_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l line ''
    set -l previous ''
    if test (count $words) -gt 0
        set line (string join ' ' -- $words)' '
        set previous $words[-1]
    end
    set -l command ''
    for candidate in ${quoted(usages.map(({ name }) => name))}
        if test (string sub -l (math (string length -- $candidate) + 1) -- "$line") = "$candidate "
            and test (string length -- $candidate) -gt (string length -- "$command")
            set command $candidate
        end
        if test (string sub -l (string length -- "$line") -- "$candidate ") = "$line"
            and test "$candidate " != "$line"
            string split -m 1 ' ' -- (string sub -s (math (string length -- "$line") + 1) -- $candidate) | head -n 1
        end
    end
    switch "$command $previous"
${afterOption.join('\n')}
    end
    switch "$command"
${ofCommand.join('\n')}
    end
end
complete -c platen -f -a '(__platen_complete)'
`
}

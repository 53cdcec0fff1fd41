import type { Certificate } from '@platen/client'
import type { CallerCall } from '../../caller.ts'
import { type CommandDefinitions, examples, table } from '../../command.ts'
import { readBytes } from '../../files.ts'
import { confirm } from '../../output/outcomes.ts'
import { formatCount, withoutControls } from '../../output/texts.ts'
import { promptSecret } from '../../sign-in/prompt-secret.ts'

/** Commands for the certificates with which PDFs are signed. */
export const certificateCommands: CommandDefinitions<CallerCall> = {
  'certificates list': (command, run) =>
    command
      .description('Calls refer to a certificate by its name, in the option sign.')
      .addHelpText('after', examples('platen certificates list'))
      .action(() =>
        run(async ({ client, signal }) => {
          const certificates = await (await client()).certificates.list({ signal })
          const none = 'No certificates yet. To add one: platen certificates add company-seal certificate.p12'
          return { text: certificates.length === 0 ? none : rows(certificates), json: certificates }
        }),
      ),
  'certificates add': (command, run) =>
    command
      .description(
        'The file is PKCS#12 (.p12 or .pfx), with the private key and its certificates. The command asks for the password of the file, or reads it from standard input. A certificate with the same name is replaced.',
      )
      .argument('<NAME>', 'Name for the option sign.')
      .argument('<FILE>', 'PKCS#12 file.')
      .addHelpText(
        'after',
        examples(
          'platen certificates add company-seal certificate.p12',
          'platen certificates add company-seal certificate.p12 < password.txt',
        ),
      )
      .action((name, file) =>
        run(async ({ client, signal, terminal }) => {
          const content = await readBytes(file)
          const password = await promptSecret('Password of the file: ', {
            canPrompt: terminal.canPrompt,
            signal,
          })
          const added = await (await client()).certificates.add({ name, content, password }, { signal })
          const text = `Added ${added.name}: ${withoutControls(added.subject)}, ${added.keyType}, valid until ${dayOf(added.notAfter)}.`
          return { text, json: added }
        }),
      ),
  'certificates delete': (command, run) =>
    command
      .description('Deletes the private keys as well. PDFs that were signed with them stay valid.')
      .argument('<NAME...>', 'Names of certificates.')
      .option('-y, --yes', 'Delete without confirmation.')
      .addHelpText('after', examples('platen certificates delete company-seal'))
      .action((names, { yes = false }) =>
        run(async (call) => {
          const { certificates } = await call.client()
          if (!yes) await confirm(call, names)
          for (const name of names) await certificates.remove(name, { signal: call.signal })
          return { text: `Deleted ${formatCount(names.length, 'certificate')}.`, json: { deleted: names } }
        }),
      ),
}

function rows(certificates: Certificate[]): string {
  return table(
    ['NAME', 'SUBJECT', 'ISSUER', 'KEY', 'VALID UNTIL'],
    certificates.map(({ name, subject, issuer, keyType, notAfter }) => [
      withoutControls(name),
      withoutControls(subject),
      withoutControls(issuer),
      keyType,
      dayOf(notAfter),
    ]),
  )
}

function dayOf(time: string): string {
  return time.slice(0, 10)
}

import { Agent } from 'node:http'
import { startProcess } from '../../test/process.ts'
import type { BenchDocument } from '../documents.ts'
import type { Contender } from './contender.ts'
import { post } from './http.ts'

/** The service as `npm start` runs it, called over HTTP. */
export interface PlatenContender extends Contender {
  /** Returns the same service with several accounts, which calls use in rotation. */
  withAccounts(count: number): Promise<Contender>
  /** Process id of the service. */
  pid: number
}

/** Starts a service and uploads every document's template. */
export async function startPlaten(documents: BenchDocument[]): Promise<PlatenContender> {
  const service = await startProcess({ RATE_LIMIT_PER_MINUTE: '10000000', LOG_LEVEL: 'silent' })
  const agent = new Agent({ keepAlive: true })
  let accounts = 0

  const account = async (): Promise<Contender['render']> => {
    accounts += 1
    const run = async (...args: string[]) => JSON.parse((await service.platen(...args, '--json')).stdout)
    const email = `bench-${accounts}@example.com`
    const { userId } = await run('accounts', 'create', '--email', email, '--credits', '10000000')
    const { key } = await run('create-token', '--name', 'bench', '--account', userId)
    const call = (path: string, body: object) => post(agent, service.url + path, { 'x-api-key': key }, body)
    const templates = new Map<string, unknown>()
    for (const { name, template } of documents) {
      const content = Buffer.from(template).toString('base64')
      const answer = await call('/v1/templates/upload', { name, content, contentEncoding: 'base64' })
      templates.set(name, JSON.parse(answer.toString()).templateId)
    }
    return async ({ name, elements }) =>
      Number(
        JSON.parse(
          (await call('/v1/pdf/generate', { templateId: templates.get(name), data: elements })).toString(),
        ).size,
      )
  }

  return {
    name: 'Platen',
    pid: service.child.pid ?? 0,
    render: await account(),
    async withAccounts(count) {
      const renders = await Promise.all(Array.from({ length: count }, account))
      let calls = 0
      return {
        name: `Platen, ${count} accounts`,
        async render(document) {
          calls += 1
          return (await renders[calls % count]?.(document)) ?? 0
        },
        [Symbol.asyncDispose]: async () => {},
      }
    },
    async [Symbol.asyncDispose]() {
      agent.destroy()
      await service[Symbol.asyncDispose]()
    },
  }
}

import { type Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/**
 * Posts JSON over a kept-alive connection.
 * @throws an Error with the start of the response unless the status is 200 or 201.
 */
export async function post(
  agent: Agent,
  url: string,
  headers: Record<string, string>,
  body: object,
): Promise<Buffer> {
  const text = Buffer.from(JSON.stringify(body))
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const call = request(url, {
    method: 'POST',
    agent,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': text.length },
  })
  call.on('error', reject)
  call.on('response', (response) => {
    buffer(response).then((answer) => {
      if (response.statusCode === 200 || response.statusCode === 201) return resolve(answer)
      return reject(new Error(`${url} answered ${response.statusCode}: ${answer.toString().slice(0, 300)}`))
    }, reject)
  })
  call.end(text)
  return await promise
}

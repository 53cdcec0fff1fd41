import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'

/** Response with a CSV file. */
export const CsvFile = { content: { 'text/csv': { schema: Type.Unsafe<Readable>({ type: 'string' }) } } }

/** Sends lines of CSV as a file that browsers save. */
export async function sendCsv(
  reply: FastifyReply,
  fileName: string,
  lines: AsyncIterable<string>,
): Promise<FastifyReply> {
  return await reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'private, no-store')
    .send(Readable.from(lines))
}

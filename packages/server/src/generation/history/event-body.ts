import type { Services } from '../../services.ts'
import type { StoredEvent } from '../../webhooks/events.ts'
import { jobOutcome } from './job-response.ts'
import { findJob } from './jobs.ts'

/** Returns the JSON text of an event, the same for each attempt. @throws {Refusal} `not-found` when its job was deleted. */
export async function eventBody(
  services: Pick<Services, 'database' | 'storage' | 'signedUrls'>,
  { id, event, accountId, generationId, data, createdAt }: StoredEvent,
): Promise<string> {
  const fields =
    generationId === null
      ? data
      : { job: await jobOutcome(services, await findJob(services.database, accountId, generationId)) }
  return JSON.stringify({ type: event, id, createdAt: createdAt.toISOString(), ...fields })
}

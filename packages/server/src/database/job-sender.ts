import type { Database } from './database.ts'

/** A job to queue. */
export interface NewJob<Data> {
  data: Data
  /** Account of the job, for the limits per account. */
  accountId?: string
  /** Jobs of a queue with a higher priority start first. */
  priority?: number
}

/** Queues jobs. `Kinds` has the data of each kind of job. */
export interface JobSender<Kinds> {
  /** Queues jobs of one kind. They are queued if and only if the transaction is committed. */
  send<Kind extends keyof Kinds & string>(
    kind: Kind,
    transaction: Database,
    jobs: NewJob<Kinds[Kind]>[],
  ): Promise<void>
}

import type { Queue, WorkOptions } from 'pg-boss'
import type { Notice } from '../accounts/notices.ts'
import { failInvitationMail, type InvitationMailJob } from '../identity/teams/invitations.ts'
import type { MailDelivery } from '../generation/mail-deliveries.ts'
import type { SignInMail } from '../mail/sign-in-mails.ts'
import type { Services } from '../services.ts'
import type { ThumbnailJob } from '../templates/thumbnails.ts'
import type { WebhookJob } from '../webhooks/deliveries.ts'
import { pauseBatchJob, runBatchJob } from './handlers/batches.ts'
import { failGenerationJob, failMailJob, runGenerationJob, runMailJob } from './handlers/generations.ts'
import { runInvitationMailJob } from './handlers/invitation-mails.ts'
import { runNoticeJob } from './handlers/notices.ts'
import { failExpired, queueNotices, queueOverdueWebhooks, sweep } from './handlers/schedules.ts'
import { runSignInMailJob } from './handlers/sign-in-mails.ts'
import { runThumbnailJob } from './handlers/thumbnails.ts'
import { runWebhookJob } from './handlers/webhooks.ts'

/** Data of each kind of job. The name of a kind is the name of its queue. */
export interface JobData {
  generate: GenerationJob
  /** Renders whose attempts have all failed, or whose process died in each attempt. */
  'generate-failed': GenerationJob
  batch: BatchJob
  /** Batches whose attempts have all failed. */
  'batch-failed': BatchJob
  mail: MailDelivery
  'mail-failed': MailDelivery
  notice: Notice
  'invitation-mail': InvitationMailJob
  /** Mails of invitations whose attempts have all failed. */
  'invitation-mail-failed': InvitationMailJob
  'sign-in-mail': SignInMail
  thumbnail: ThumbnailJob
  webhook: WebhookJob
  'expired-renders': ScheduledJob
  'low-credit-notices': ScheduledJob
  'overdue-webhooks': ScheduledJob
  sweep: ScheduledJob
}

interface GenerationJob {
  generationId: string
}

interface BatchJob {
  batchId: string
}

type ScheduledJob = Record<never, never>

/** Name of a kind of job. */
export type JobName = keyof JobData

/**
 * Result of an attempt. `postpone`: a component of the service failed, not the job. The job is retried with increasing
 * delays for an hour, and none of these attempts counts. A time: the job runs again at this time.
 */
export type JobResult = 'done' | 'postpone' | Date | void

/** A kind of job. */
export interface JobKind<Data> {
  /**
   * Runs one attempt. When it throws, the job is retried up to the limit of its queue.
   * @param signal Aborts when the job no longer belongs to this process: its heartbeat was missing and another process
   * has it, its time limit is over, or this process ends.
   */
  run(services: Services, data: Data, signal: AbortSignal): Promise<JobResult>
  /** Retries, time limit and policy of the queue. */
  queue: Omit<Queue, 'name'>
  /** Limits of concurrent jobs. The default is one job at a time in each process. */
  concurrency?: Pick<WorkOptions, 'localConcurrency' | 'localGroupConcurrency' | 'groupConcurrency'>
  /** Schedule in UTC. The queue receives a job without data at these times. */
  cron?: string
  /** Longest pause of a worker after a job, in milliseconds. The pause is as long as the job took. */
  pauseMaxMs?: number
}

/** All kinds of jobs. */
export type JobKinds = { readonly [Name in JobName]: JobKind<JobData[Name]> }

/** Limits of the kinds of jobs. Each has a default. */
export interface JobLimits {
  /**
   * Maximum number of renders of one account at a time. All accounts together may run twice as many, so that slow jobs
   * of one account do not block other accounts.
   */
  tabs?: number
  /** Seconds before the first retry of a mail. */
  mailRetrySeconds?: number
  /** Time limit of an attempt at a mail, in seconds. */
  mailLimitSeconds?: number
}

// Exponential back-off: 5 s, 10 s, 20 s and so on, up to 3 hours, 1 day in total.
const MAIL_RETRIES = { retryLimit: 16, retryBackoff: true, retryDelayMax: 3 * 3_600 }
const MAIL_RETRY_SECONDS = 5
// For servers that answer byte by byte.
const MAIL_LIMIT_SECONDS = 300
const DEAD_LETTERS = { retryLimit: 10, retryDelay: 5, retryBackoff: true }
// 3 attempts in about 20 s, because users request another mail soon. The job contains the secret of a link, so it is
// deleted when it has ended, or when the link has expired.
const SIGN_IN_MAILS = {
  retryLimit: 2,
  retryDelay: 3,
  retryBackoff: true,
  expireInSeconds: 30,
  deleteAfterSeconds: 1,
  retentionSeconds: 3_600,
}
// These retries are for failures of the service. The retries of a delivery follow from its row.
const WEBHOOKS = { retryLimit: 10, retryDelay: 1, retryBackoff: true, retryDelayMax: 60, expireInSeconds: 60 }
// `stalled` of the row limits the attempts. This limit is for processes that end in each attempt.
const BATCHES = { retryLimit: 200, retryDelay: 1, expireInSeconds: 2 * 3_600 }
const EVERY_MINUTE = '* * * * *'
// Not at the full hour, when other services start their scheduled work.
const EVERY_HOUR = '7 * * * *'
const SWEEP_LIMIT_SECONDS = 6 * 3_600

/** Returns all kinds of jobs. A dead-letter queue comes before the queue that names it. */
export function jobKinds(limits: JobLimits = {}): JobKinds {
  const { tabs = 1 } = limits
  const mails = {
    ...MAIL_RETRIES,
    retryDelay: limits.mailRetrySeconds ?? MAIL_RETRY_SECONDS,
    expireInSeconds: limits.mailLimitSeconds ?? MAIL_LIMIT_SECONDS,
  }
  return {
    'generate-failed': {
      run: (services, { generationId }) => failGenerationJob(services, generationId),
      queue: DEAD_LETTERS,
    },
    generate: {
      run: (services, { generationId }, signal) => runGenerationJob(services, generationId, signal),
      queue: { retryLimit: 2, retryDelay: 2, retryBackoff: true, deadLetter: 'generate-failed' },
      concurrency: { localConcurrency: 2 * tabs, localGroupConcurrency: tabs },
    },
    'batch-failed': { run: (services, { batchId }) => pauseBatchJob(services, batchId), queue: DEAD_LETTERS },
    batch: {
      run: (services, { batchId }, signal) => runBatchJob(services, batchId, signal),
      queue: { ...BATCHES, deadLetter: 'batch-failed' },
      // One per account. Each job does a part of a batch and is queued again, so that the batches share the queue.
      concurrency: { localConcurrency: 2 * tabs, groupConcurrency: 1 },
    },
    'mail-failed': { run: failMailJob, queue: DEAD_LETTERS },
    mail: {
      run: runMailJob,
      queue: { ...mails, deadLetter: 'mail-failed' },
      concurrency: { localConcurrency: 8, localGroupConcurrency: 4 },
    },
    notice: { run: runNoticeJob, queue: mails },
    'invitation-mail-failed': {
      run: ({ database }, { invitationId }) => failInvitationMail(database, invitationId),
      queue: DEAD_LETTERS,
    },
    'invitation-mail': {
      run: runInvitationMailJob,
      queue: { ...mails, deadLetter: 'invitation-mail-failed' },
      concurrency: { localConcurrency: 4 },
    },
    'sign-in-mail': { run: runSignInMailJob, queue: SIGN_IN_MAILS, concurrency: { localConcurrency: 4 } },
    thumbnail: {
      run: runThumbnailJob,
      queue: { retryLimit: 2, retryDelay: 30, retryBackoff: true },
      // One per account, so that the thumbnails of one account do not block those of others.
      concurrency: { localConcurrency: 4, groupConcurrency: 1 },
      // Thumbnails are not urgent and use much CPU.
      pauseMaxMs: 500,
    },
    webhook: {
      run: runWebhookJob,
      queue: WEBHOOKS,
      // `startAttempt` limits the attempts of an account. With a limit per group, pg-boss would read all waiting jobs
      // of an account with a slow server at each fetch.
      concurrency: { localConcurrency: 24 },
    },
    'expired-renders': scheduled(failExpired, EVERY_MINUTE),
    'low-credit-notices': scheduled(queueNotices, EVERY_MINUTE),
    'overdue-webhooks': scheduled(queueOverdueWebhooks, EVERY_MINUTE),
    sweep: scheduled(sweep, EVERY_HOUR, SWEEP_LIMIT_SECONDS),
  }
}

/** Returns a kind of job that runs by its schedule, in one process at a time. */
function scheduled(
  run: (services: Services, signal: AbortSignal) => Promise<void>,
  cron: string,
  limitSeconds = 300,
): JobKind<ScheduledJob> {
  return {
    run: (services, _data, signal) => run(services, signal),
    // `exclusive`: no job is queued while another one waits or runs.
    queue: {
      policy: 'exclusive',
      retryLimit: 2,
      retryDelay: 10,
      retryBackoff: true,
      expireInSeconds: limitSeconds,
    },
    cron,
  }
}

// Words that names of code no longer use, with the term that replaces each. `docs/glossary.md` defines the terms.

/** Words of an identifier that are rejected wherever they stand in it: `fairTurns`, `turn`, `TURN_MS`. */
export const RETIRED_WORDS = new Map(
  Object.entries({
    asked: '`requested`, `requests` or the name of the value',
    companion: '`sampleDataFile` or another noun',
    deed: '`auditEntry`',
    door: '`admission`, or `SignInPage` in the dashboard',
    duty: '`leaderElection`',
    familiar: '`known`',
    gift: '`idempotencyKey` or `credits`',
    guest: '`tenant`',
    happening: '`telemetryEvent`',
    look: '`check`, `query`, `preview` or `poll`',
    looks: '`checks`, `queries`, `previews` or `polls`',
    neighbour: '`otherAccount` or `tenant`',
    nobody: '`none` or the absence itself',
    outing: '`egressSession`',
    outings: '`egressSessions`',
    partition: '`tenant`',
    room: '`limiter`, `capacity` or `free space`',
    shelf: '`library`',
    somebody: '`user` or `account`',
    stock: '`library` or `pool`',
    stranger: '`unauthenticated`, `otherAccount` or `unknown`',
    strangers: '`unauthenticated`, `otherAccounts` or `unknown`',
    surroundings: '`context`',
    told: '`reported`, `result` or `message`',
    turn: '`slot` for the scheduler, `queuePosition` for jobs, `round` in a test',
    turns: '`slots`, `scheduler` or `rounds`',
    wanted: '`requested`, `expected` or `target`',
    whoever: '`user`, `account` or `caller`',
  }),
)

/** Identifiers that are rejected as a whole: participles that do not say what they hold. */
export const RETIRED_NAMES = new Map(
  Object.entries({
    found: '`existing`, `row`, `match` or the noun',
    given: '`input`, `provided` or the noun',
    held: '`reserved`, `locked` or the noun',
    kept: '`stored`, `cached` or the noun',
    made: '`rendered`, `created` or the noun',
    place: '`position`, `permit`, `slot`, `origin` or `cursor`',
    places: '`positions`, `permits`, `slots` or `origins`',
    said: '`output`, `message` or the noun',
    seen: '`known`, `visited` or the noun',
    there: '`exists` or the noun',
  }),
)

import { Refusal } from '@platen/template/refusal'
import { DATA_SETS_BYTES_MAX, DATA_SETS_MAX } from '@platen/template/template-limits'
import { isExpected } from '../content/preconditions.ts'
import { versionOfJson } from './template-data.ts'

/** Named data of a template for previews, besides its sample data. */
export interface DataSet {
  name: string
  /** JSON text as the author wrote it. */
  data: string
}

/** Change of the data sets of a template, applied to the present ones. Throws to reject the change. */
export type DataSetsChange = (present: readonly DataSet[]) => readonly DataSet[]

/** Name that is also a file name on every machine. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

/** Returns one data set. @throws {Refusal} `not-found`. */
export function dataSetIn(dataSets: readonly DataSet[], name: string): DataSet {
  const dataSet = dataSets.find((each) => each.name === name)
  if (dataSet) return dataSet
  throw new Refusal('not-found', 'There is no data set with this name. List the data sets of the template.')
}

/** Returns the change that replaces all data sets. */
export function replaceDataSets(dataSets: readonly DataSet[]): DataSetsChange {
  return () => withinLimits(dataSets)
}

/**
 * Returns the change that adds or replaces one data set.
 * @param expected the version that the author has seen; `null` for none; `undefined` for no check.
 */
export function putDataSet(put: DataSet, expected: string | null | undefined): DataSetsChange {
  return (present) => {
    const current = present.find(({ name }) => name === put.name)
    const versions = { current: current ? versionOfJson(current.data) : null, next: versionOfJson(put.data) }
    if (!isExpected(expected, versions))
      throw new Refusal('changed', 'The data set was changed after you read it. Your changes were not saved.')
    if (!current) return withinLimits([...present, put])
    return withinLimits(present.map((each) => (each === current ? put : each)))
  }
}

/** Returns the change that renames one data set. */
export function renameDataSet(name: string, newName: string): DataSetsChange {
  return (present) => {
    const renamed = dataSetIn(present, name)
    return withinLimits(present.map((each) => (each === renamed ? { ...each, name: newName } : each)))
  }
}

/** Returns the change that removes one data set. */
export function removeDataSet(name: string): DataSetsChange {
  return (present) => {
    const removed = dataSetIn(present, name)
    return present.filter((each) => each !== removed)
  }
}

/** @throws {Refusal} `invalid` for a name that is not valid or not unique; `limit-reached`. */
function withinLimits(dataSets: readonly DataSet[]): readonly DataSet[] {
  const names = new Set<string>()
  for (const { name } of dataSets) {
    if (!NAME.test(name))
      throw new Refusal(
        'invalid',
        'The name of a data set must have at most 64 letters, digits, “-” and “_”, and begin with a letter or digit.',
      )
    // Some file systems do not distinguish upper and lower case.
    if (names.has(name.toLowerCase()))
      throw new Refusal(
        'invalid',
        `The template would have two data sets with the name ${JSON.stringify(name)}. Choose another name. Upper and lower case are not distinguished.`,
      )
    names.add(name.toLowerCase())
  }
  if (dataSets.length > DATA_SETS_MAX)
    throw new Refusal(
      'limit-reached',
      `The template would have ${dataSets.length} data sets. The limit is ${DATA_SETS_MAX}. Delete one first.`,
    )
  const bytes = dataSets.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0)
  if (bytes > DATA_SETS_BYTES_MAX)
    throw new Refusal(
      'limit-reached',
      `The data sets of the template would have ${bytes.toLocaleString('en')} bytes in total. The limit is ${DATA_SETS_BYTES_MAX.toLocaleString('en')} bytes. Shorten or delete a data set.`,
    )
  return dataSets
}

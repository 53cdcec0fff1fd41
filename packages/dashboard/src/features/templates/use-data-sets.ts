import { useState } from 'react'
import type { DataSet } from './texts.ts'

/** Sample data and data sets of a template. One of them is selected: the preview shows it. */
export function useDataSets(initial: { sampleData: string; dataSets: readonly DataSet[] }) {
  const [sampleData, setSampleData] = useState(initial.sampleData)
  const [dataSets, setDataSets] = useState(initial.dataSets)
  const [selected, setSelected] = useState<string>()
  const dataSet = dataSets.find(({ name }) => name === selected)
  const data = dataSet ? dataSet.data : sampleData
  const replace = (change: (current: DataSet) => DataSet) =>
    setDataSets((all) => all.map((each) => (each.name === selected ? change(each) : each)))
  return {
    sampleData,
    dataSets,
    dataSet: dataSet?.name,
    data,
    setData: (text: string) =>
      dataSet ? replace((current) => ({ ...current, data: text })) : setSampleData(text),
    selectDataSet: setSelected,
    createDataSet: (name: string) => {
      setDataSets((all) => [...all, { name, data }])
      setSelected(name)
    },
    renameDataSet: (name: string) => {
      replace((current) => ({ ...current, name }))
      setSelected(name)
    },
    removeDataSet: () => {
      setDataSets((all) => all.filter(({ name }) => name !== selected))
      setSelected(undefined)
    },
  }
}

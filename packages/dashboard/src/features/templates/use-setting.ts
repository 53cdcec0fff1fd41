import { useLocalStorage } from '@mantine/hooks'

/**
 * Returns a setting that this browser remembers, and a function that changes it.
 * @param isValid rejects stored values of an earlier release, which are replaced by `initial`.
 */
export function useSetting<Value>(
  name: string,
  initial: Value,
  isValid: (stored: unknown) => stored is Value,
): [Value, (value: Value | ((current: Value) => Value)) => void] {
  const [value, setValue] = useLocalStorage<Value>({
    key: `platen-${name}`,
    defaultValue: initial,
    getInitialValueInEffect: false,
    deserialize: (text) => readSetting(text, isValid) ?? initial,
  })
  return [value, setValue]
}

/** Returns a setting that is on or off. */
export function useSwitch(
  name: string,
  initial: boolean,
): [boolean, (value: boolean | ((current: boolean) => boolean)) => void] {
  return useSetting(name, initial, (stored): stored is boolean => typeof stored === 'boolean')
}

function readSetting<Value>(
  text: string | undefined,
  isValid: (stored: unknown) => stored is Value,
): Value | undefined {
  try {
    const stored: unknown = JSON.parse(text ?? '')
    return isValid(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

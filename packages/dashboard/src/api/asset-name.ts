/** Converts a file name into a valid name of an asset: "My logo (1).png" becomes "My-logo-1.png". */
export function assetNameOf(fileName: string): string {
  const [stem = '', ...others] = fileName
    .split('.')
    .map((part) => part.replace(/[^A-Za-z0-9_-]+/g, '-'))
    .map((part) => part.replace(/^[^A-Za-z0-9]+|(?<![^A-Za-z0-9])[^A-Za-z0-9]+$/g, ''))
  return [stem || 'file', ...others.filter((part) => part !== '')].join('.')
}

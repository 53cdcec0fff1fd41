import type { Context } from '../xml/codec.ts'
import type { Element } from '../xml/element.ts'

/** Returns the field of a total VAT amount by its currency. `undefined` for a currency that the invoice does not have. */
export function vatTotalKey(
  { attributes: { currencyID } }: Element,
  { currency, vatCurrency }: Context,
): 'vatTotal' | 'vatTotalInVatCurrency' | undefined {
  if (currencyID === undefined || currency === '' || currencyID === currency) return 'vatTotal'
  return currencyID === vatCurrency ? 'vatTotalInVatCurrency' : undefined
}

import { runs } from '@attune/contract/common/runs.testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomInvoiceDocument } from '../../billing-document/content/invoice-document.testing.ts'
import { brokenXmlRules } from './xml-rules.ts'
import { invoiceXml, schemaErrors, xmlFlavors } from './xml.ts'

test('random invoices and credit notes pass the schema and the rules, as Factur-X and as XRechnung', async () => {
  await fc.assert(
    fc.asyncProperty(randomInvoiceDocument, async (sheet) => {
      for (const flavor of xmlFlavors) {
        const xml = await invoiceXml(sheet, flavor)
        expect(await brokenXmlRules(xml, flavor)).toEqual([])
        expect(await schemaErrors(xml)).toEqual([])
        expect(xml).not.toContain('F33.1')
      }
    }),
    { numRuns: runs(60, 2000) },
  )
})

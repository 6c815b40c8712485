import fc from 'fast-check'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import {
  invoiceDocument,
  randomInvoiceDocument,
} from '../apps/server/src/features/billing/billing-document/content/invoice-document.testing.ts'
import { invoiceXml, xmlFlavors } from '../apps/server/src/features/billing/invoice/einvoice/xml.ts'
import type { DrillOutcome } from './outcome.ts'

/**
 * The folder with the official rules as XSLT and the program that runs them: the compiled Schematron files of EN 16931
 * for CII (`EN16931-CII-validation.xslt`), of XRechnung (`XRechnung-CII-validation.xsl`), and the jar files of Saxon-HE.
 * None of them is in a package.
 */
const folder = process.env.ATTUNE_EN16931_RULES ?? ''

/** Checks random invoices against the official rules of EN 16931 and XRechnung. No fatal violation may be found. */
export async function eInvoicesDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const missing = missingRules()
  if (missing) return { passed: false, figures: { 'the folder of the rules': missing } }
  const seed = Math.floor(Math.random() * 2 ** 31)
  const work = mkdtempSync(join(tmpdir(), 'attune-e-invoices-'))
  const figures: Record<string, string | number> = { invoices: 0, seed }
  let fatal = 0
  let unnoticed = 0
  try {
    for (const flavor of xmlFlavors) {
      const input = join(work, flavor)
      mkdirSync(input)
      const sheets = fc.sample(randomInvoiceDocument, { numRuns: short ? 20 : 200, seed })
      for (const [index, sheet] of sheets.entries())
        writeFileSync(join(input, `${index}.xml`), await invoiceXml(sheet, flavor))
      figures.invoices = Number(figures.invoices) + sheets.length
      // The control: an invoice without a seller's country must be refused.
      const damaged = (await invoiceXml(invoiceDocument(), flavor)).replace(/<ram:CountryID>..<\/ram:CountryID>/, '')
      writeFileSync(join(input, 'damaged.xml'), damaged)
      let noticed = false
      for (const rules of rulesOf(flavor)) {
        say(`${flavor} by ${rules}`)
        const output = join(work, `${flavor}-${rules}`)
        mkdirSync(output)
        await transform(input, join(folder, rules), output)
        const found = readdirSync(output).map((name) => ({ name, rules: fatalRules(join(output, name)) }))
        if (found.length !== sheets.length + 1) throw new Error(`the rules ${rules} did not judge every invoice`)
        const wrong = found.filter(({ name, rules: broken }) => !name.startsWith('damaged') && broken.length)
        noticed ||= found.some(({ name, rules: broken }) => name.startsWith('damaged') && broken.length > 0)
        fatal += wrong.length
        figures[`${flavor}, ${rules}: refused`] = wrong.length
        const names = [...new Set(wrong.flatMap((one) => one.rules))]
        if (names.length) figures[`${flavor}, ${rules}: rules`] = names.join(', ')
      }
      if (!noticed) unnoticed++
    }
  } finally {
    rmSync(work, { recursive: true })
  }
  figures['control: damaged invoices not noticed, of each form one'] = unnoticed
  return { passed: fatal + unnoticed === 0, figures }
}

/** Returns a sentence about the files that the folder of the rules lacks; null if it is complete. */
function missingRules(): string | null {
  if (!folder) return 'not given: set ATTUNE_EN16931_RULES'
  if (!existsSync(folder)) return `not found: ${folder}`
  const names = readdirSync(folder)
  if (!names.some((name) => /\.xslt?$/i.test(name))) return `without rules: ${folder}`
  return names.some((name) => name.endsWith('.jar')) ? null : `without the jar files of Saxon-HE: ${folder}`
}

/** Returns the rule files in the folder that apply to a flavor. Factur-X follows only EN 16931. */
function rulesOf(flavor: string): string[] {
  const all = readdirSync(folder).filter((name) => /\.xslt?$/i.test(name))
  return flavor === 'xrechnung' ? all : all.filter((name) => !/xrechnung/i.test(name))
}

/** Applies a rule file to every XML file of a folder. */
async function transform(input: string, rules: string, output: string): Promise<void> {
  const program = ['-cp', join(folder, '*'), 'net.sf.saxon.Transform']
  const java = spawn('java', [...program, `-s:${input}`, `-xsl:${rules}`, `-o:${output}`], { stdio: 'inherit' })
  const [code] = (await once(java, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`the rules ${rules} did not run`)
}

/** Returns the names of the violated rules with the level `fatal` in a report. A rule without a level counts as fatal. */
function fatalRules(file: string): string[] {
  const report = readFileSync(file, 'utf8')
  if (!report.includes('<svrl:schematron-output')) throw new Error(`${basename(file)} is no report of Schematron`)
  return Array.from(report.matchAll(/<svrl:failed-assert\b[^>]*>/g), ([assert]) => assert)
    .filter((assert) => !/(?:flag|role)="(?:warning|information|warn|info)"/i.test(assert))
    .map((assert) => /\bid="([^"]+)"/.exec(assert)?.[1] ?? 'unknown')
}

import { parseModule, readChangedFiles, visitNodes, workTreeFiles } from './source-files.mjs'

const web = 'apps/web/src/'
/** The elements in which people type a text. */
const textInputs = ['TextInput', 'Textarea', 'textarea', 'PasswordInput', 'SecretInput']
const anyTextInput = new RegExp(`<(?:${textInputs.join('|')})\\b`)

/** The files with an input for which the check does not find a length, each with the reason. */
const withoutLength = {
  'features/billing/invoice/export/DatevFields.tsx': 'the numbers have a form, which the page checks',
  'features/billing/service/TaxRateInput.tsx': 'becomes a number',
  'features/care/form/build/OptionsField.tsx': 'each line is cut to its length',
  'features/care/measure/answer/MeasureNumberInput.tsx': 'becomes a number',
  'features/care/measure/write/LocalTextField.tsx': 'its callers must set the length',
  'features/care/note/session-note/SessionTextCard.tsx': 'the status below the text names the maximum',
  'features/messages/channel-setup/AccountDialog.tsx': 'the id has a form, which the page checks',
  'features/messages/channel-setup/TemplateDialog.tsx': 'the id has a form, which the page checks',
  'features/people/account/security/DeleteAccountDialog.tsx': 'confirms a deletion and is not stored',
  'native/JoinScreen.tsx': 'the address has a form, which the page checks',
  'ui/input/DateInput.tsx': 'becomes a day',
  'ui/input/MoneyInput.tsx': 'becomes an amount',
  'ui/input/SecretInput.tsx': 'its callers set the length',
  'ui/input/TimeInput.tsx': 'becomes a time',
  'ui/rich-text/editor/LinkDialog.tsx': 'the text with the link has a maximum',
}

/** Checks that each text input of the web app has a length. */
export function inputLengths() {
  const files = readChangedFiles('input-lengths', sources(), inputsIn)
  const findings = unlimitedInputs(
    [...files].map(([path, found]) => ({ path: path.slice(web.length), ...found })),
    withoutLength,
  )
  const inputs = [...files.values()].reduce((sum, { limited, unlimited }) => sum + limited + unlimited, 0)
  return { ok: findings.length === 0, remark: `${inputs} inputs`, findings }
}

/**
 * Counts the text inputs of a module with and without a length. An input that gets attributes from an object counts as limited if the module sets a
 * `maxLength` in an object. A read-only input counts as limited. Exported for its test.
 */
export function inputsIn(code) {
  const found = { limited: 0, unlimited: 0 }
  if (!anyTextInput.test(code)) return found
  const inputs = []
  let setsLength = false
  visitNodes(parseModule(code, true), (node) => {
    if (node.type === 'JSXOpeningElement' && textInputs.includes(node.name.value)) inputs.push(node.attributes)
    if (node.type === 'ObjectExpression') setsLength ||= node.properties.some(isLength)
  })
  for (const attributes of inputs) found[isLimited(attributes, setsLength) ? 'limited' : 'unlimited'] += 1
  return found
}

/** Whether a property of an object is `maxLength: …` or `maxLength`. */
const isLength = ({ key, type, value }) => (type === 'Identifier' ? value : key?.value) === 'maxLength'

const isLimited = (attributes, setsLength) =>
  attributes.some(({ type, name }) =>
    type === 'SpreadElement' ? setsLength : name.value === 'maxLength' || name.value === 'readOnly',
  )

/** Returns a finding for each file with an input without a length, and for each entry of `listed` that is not needed. Exported for its test. */
export function unlimitedInputs(files, listed) {
  const unlimited = files.filter((file) => file.unlimited > 0)
  return [
    ...unlimited
      .filter(({ path }) => !(path in listed))
      .map(
        ({ path, unlimited: inputs }) =>
          `${web}${path}: ${inputs} without a maxLength among its text inputs; set the length of the contract, or list the file in tools/checks/input-lengths.mjs`,
      ),
    ...Object.keys(listed)
      .filter((path) => !unlimited.some((file) => file.path === path))
      .map((path) => `tools/checks/input-lengths.mjs lists ${path} without need`),
  ]
}

const sources = () =>
  workTreeFiles(`${web}*.tsx`).filter((path) => !/\.(?:test|testing)\.tsx$|\/src\/testing\//.test(path))

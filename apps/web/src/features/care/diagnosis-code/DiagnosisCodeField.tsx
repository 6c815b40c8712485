import '../../../ui/styles-overlay.ts'
import type { FoundCode } from '@attune/contract/features/care/diagnosis-code/diagnosis-code'
import {
  codeSearchLimits,
  type SearchedSystem,
} from '@attune/contract/features/care/diagnosis-code/diagnosis-code.rules'
import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './diagnosis-code.module.css'
import { useCodeSearch } from './use-code-search.ts'

type Props = {
  system: SearchedSystem
  label: string
  placeholder: string
  value: string
  required?: boolean
  autoFocus?: boolean
  error?: ReactNode
  describedBy?: string | undefined
  /** Receives the typed text. */
  onType: (code: string) => void
  /** Receives a code that was chosen, with its title. */
  onChoose: (found: FoundCode) => void
}

/** Names stay as they are typed. Codes, which have a digit, become capitals. */
const asTyped = (typed: string) => (/\d/.test(typed) ? typed.toUpperCase() : typed)

/** Returns the codes that the typed text finds, and the list that shows them. Highlights the first one once the search is settled. */
function useCodeOptions(system: SearchedSystem, typed: string) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { selectFirstOption, resetSelectedOption } = combobox
  const found = useCodeSearch(system, typed, combobox.dropdownOpened)
  const mayChoose = found.isSettled && typed.trim() !== '' && found.items.length > 0
  useEffect(() => {
    if (mayChoose) selectFirstOption()
    else resetSelectedOption()
  }, [found.items, mayChoose, selectFirstOption, resetSelectedOption])
  return { combobox, mayChoose, ...found }
}

/**
 * A field for the code of a diagnosis, in which a person can type a code or search for it by its name. Shows the therapist's own codes before
 * anything is typed. Enter chooses the first code that was found.
 */
export function DiagnosisCodeField(props: Props) {
  const { system, label, placeholder, value, required = false, autoFocus = false, error, describedBy } = props
  const { combobox, items, listName, isSettled, mayChoose } = useCodeOptions(system, value)
  const waitForNames = (event: KeyboardEvent) => {
    const isName = value.trim() !== '' && !/\d/.test(value)
    // Enter would send a form without a code.
    if (event.key === 'Enter' && combobox.dropdownOpened && isName && !mayChoose) event.preventDefault()
  }
  const choose = (code: string) => {
    const found = items.find((one) => one.code === code)
    if (found) props.onChoose(found)
    combobox.closeDropdown()
  }
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={choose}
      withinPortal={false}
      width="min(26rem, 82vw)"
      position="bottom-start"
      shadow="md"
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          required={required}
          label={label}
          placeholder={placeholder}
          autoComplete="off"
          maxLength={codeSearchLimits.search}
          data-autofocus={autoFocus || undefined}
          value={value}
          error={error}
          aria-describedby={describedBy}
          onKeyDown={waitForNames}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onChange={(event) => {
            combobox.openDropdown()
            props.onType(asTyped(event.currentTarget.value))
          }}
        />
      </Combobox.Target>
      <CodeOptions items={items} listName={listName} isEmpty={isSettled && value.trim() !== ''} />
    </Combobox>
  )
}

type OptionsProps = { items: FoundCode[]; listName: string | null; isEmpty: boolean }

/** Lists the therapist's own codes and those of the code list. `isEmpty`: whether to say that no code was found if there is none. */
function CodeOptions({ items, listName, isEmpty }: OptionsProps) {
  const { t } = useTranslation('diagnosisCode')
  const [own, listed] = [items.filter((one) => one.own), items.filter((one) => !one.own)]
  const saysNothing = items.length === 0 && isEmpty && listName !== null
  return (
    <Combobox.Dropdown hidden={items.length === 0 && !saysNothing}>
      <Combobox.Options mah={280} style={{ overflowY: 'auto' }}>
        {own.length > 0 && <Combobox.Group label={t('own')}>{own.map(optionOf)}</Combobox.Group>}
        {listed.length > 0 && <Combobox.Group label={listName ?? ''}>{listed.map(optionOf)}</Combobox.Group>}
        {saysNothing && <Combobox.Empty>{t('nothing')}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox.Dropdown>
  )
}

const optionOf = ({ code, title }: FoundCode) => (
  <Combobox.Option key={code} value={code} className={classes.option}>
    <strong className={classes.code}>{code}</strong>
    {title && ` · ${title}`}
  </Combobox.Option>
)

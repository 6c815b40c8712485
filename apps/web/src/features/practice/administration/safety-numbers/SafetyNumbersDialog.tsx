import type { CountryNumbersSetting } from '@attune/contract/features/practice/administration/administration.settings'
import { safetyNumbersOf } from '@attune/contract/features/care/safety/safety.numbers'
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { addressCountryOptions } from '../../../../ui/choice/country-options.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { emptySafetyLine, numberLengths, safetyNumberProblems, trimmedNumbers, type TypedNumbers } from './form.ts'
import { SafetyLines } from './SafetyLineFields.tsx'
import { ValueConflict } from '../settings/SettingConflict.tsx'
import { useSaveSafetyNumbers } from './use-safety-numbers.ts'

type Own = Readonly<Record<string, CountryNumbersSetting>>
type Props = { own: Own; country: string | null; onClose: () => void }

const textOf = (numbers: CountryNumbersSetting | null) =>
  numbers ? [numbers.emergency, ...numbers.lines.map(({ name, phone }) => `${name} ${phone}`)].join('\n') : ''

/** Edits the safety numbers of a country. A new entry starts with the product's default numbers. */
export function SafetyNumbersDialog({ own, country, onClose }: Props) {
  const { t } = useTranslation('adminSettings')
  const errorText = useErrorMessage()
  const form = useNumbersForm(own, country, onClose)
  const { typed, problems, asked, write, choose, submit, save, theirs } = form
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t(country ? 'numbers.editTitle' : 'numbers.add')}
      submit={t('numbers.save')}
      back={t('numbers.cancel')}
      busy={save.isPending}
      dirty={form.draft.dirty}
      onSubmit={() => theirs === undefined && submit()}
    >
      <DraftCallout draft={form.draft} />
      {theirs !== undefined && (
        <ValueConflict
          saved={textOf(theirs)}
          mine={textOf(trimmedNumbers(typed))}
          onSaved={form.keepSaved}
          onMine={submit}
        />
      )}
      <CountryField
        value={typed.country}
        fixed={country !== null}
        wrong={asked && problems.country}
        onChange={choose}
      />
      <TextInput
        label={t('numbers.emergency')}
        type="tel"
        value={typed.emergency}
        maxLength={numberLengths.phone}
        error={asked && problems.emergency && t('numbers.phoneWrong')}
        onChange={(event) => write({ emergency: event.currentTarget.value })}
      />
      <SafetyLines lines={typed.lines} problems={asked ? problems.lines : []} onChange={(lines) => write({ lines })} />
      <Text size="sm" c="dimmed">
        {t('numbers.test')}
      </Text>
      <FormError>{theirs === undefined ? errorText(save.error) : null}</FormError>
    </FormDialog>
  )
}

/** Stores the typed numbers as a draft, validates them, and saves them. */
function useNumbersForm(own: Own, country: string | null, onClose: () => void) {
  const savedOf = (code: string) => own[code] ?? null
  const draft = useDraft(`safety-numbers-${country ?? 'new'}`, () => ({
    typed: {
      country: country ?? '',
      ...(savedOf(country ?? '') ?? { emergency: '', lines: [emptySafetyLine] }),
    } as TypedNumbers,
    base: savedOf(country ?? ''),
  }))
  const { typed, base } = draft.value
  const [asked, setAsked] = useState(false)
  const { save, theirs } = useSaveSafetyNumbers(() => {
    draft.forget()
    onClose()
  })
  const problems = safetyNumberProblems(typed)
  const write = (part: Partial<TypedNumbers>) => draft.change({ typed: { ...typed, ...part }, base })
  const choose = (code: string) => {
    const known = safetyNumbersOf(code, own)
    const isUntouched = !typed.emergency && typed.lines.every(({ name, phone }) => !name && !phone)
    const begun = known && isUntouched ? { emergency: known.emergency, lines: [...known.lines] } : {}
    draft.change({ typed: { ...typed, ...begun, country: code }, base: savedOf(code) })
  }
  const submit = () => {
    setAsked(true)
    if (problems.any) return
    const before = theirs === undefined ? base : theirs
    save.mutate({ country: typed.country, numbers: trimmedNumbers(typed), before })
  }
  const keepSaved = () => {
    draft.forget()
    onClose()
  }
  return {
    draft: { ...draft, forget: () => draft.forget() },
    typed,
    problems,
    asked,
    write,
    choose,
    submit,
    save,
    theirs,
    keepSaved,
  }
}

function CountryField(props: { value: string; fixed: boolean; wrong: boolean; onChange: (code: string) => void }) {
  const { t } = useTranslation('adminSettings')
  const { language } = useLocale()
  return (
    <NativeSelect
      label={t('numbers.country')}
      value={props.value}
      disabled={props.fixed}
      error={props.wrong && t('numbers.countryMissing')}
      data={[...(props.value ? [] : [{ value: '', label: '–' }]), ...addressCountryOptions(language)]}
      onChange={(event) => event.currentTarget.value && props.onChange(event.currentTarget.value)}
    />
  )
}

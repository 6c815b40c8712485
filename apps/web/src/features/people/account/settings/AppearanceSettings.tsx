import { entriesOf, type FieldList } from '@attune/contract/common/fields'
import { enterKeys, themes } from '@attune/contract/common/text/text'
import { isZone } from '@attune/contract/common/time/time'
import { Button, NativeSelect, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { api } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { chooseLanguage, isLanguage, languageOptions } from '../../../../platform/settings/language.ts'
import { browserZone, applyMe, type Me } from '../../../../platform/login/login.ts'
import { useProductSettings } from '../../../../platform/settings/product-settings.ts'
import { cityOf } from '../../../../ui/page/date-text.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { TimeZoneSelect } from '../../../../ui/choice/TimeZoneSelect.tsx'
import { SettingRow, type SettingOutcome } from '../../../../ui/list/SettingRow.tsx'
import { useSettingOutcome } from '../../../../ui/list/use-setting-outcome.ts'
import classes from '../account.module.css'

const ZoneDialog = lazyNamed(() => import('./ZoneDialog.tsx'), 'ZoneDialog')

type Change = Parameters<typeof api.account.saveSettings>[0]
type Name = keyof Change
type SettingProps = {
  /** The settings to show: the saved values, or new values that are being saved. */
  shown: Pick<Me, Name | 'role'>
  outcome: (name: Name) => SettingOutcome
  change: (name: Name, value: Change) => void
}

/** The input of each setting, in the order of the page. */
const settings: FieldList<Name, (props: SettingProps) => ReactNode> = {
  language: LanguageSetting,
  theme: ThemeSetting,
  zone: ZoneSetting,
  enterKey: EnterKeySetting,
}

/** Edits language, theme, time zone and Enter key of the signed-in person. */
export function AppearanceSettings({ me }: { me: Me }) {
  const { t } = useTranslation('account')
  const { zoneAsked, setZoneAsked, ...setting } = usePersonalSettings(me)
  return (
    <>
      <Section title={t('settings.appearance')} hiddenTitle rows>
        {entriesOf(settings).map(([name, Setting]) => (
          <Setting key={name} {...setting} />
        ))}
      </Section>
      {zoneAsked && <ZoneDialog zone={zoneAsked} onClose={() => setZoneAsked(null)} />}
    </>
  )
}

/**
 * Saves each change at once. `zoneAsked` is a time zone that the server refused because the calendar has entries planned in the old zone; null if
 * no such question is open.
 */
function usePersonalSettings(me: Me) {
  const [zoneAsked, setZoneAsked] = useState<string | null>(null)
  const save = useMutation({
    scope: { id: 'my-settings' },
    mutationFn: (change: Change) => api.account.saveSettings(change),
    onSuccess: applyMe,
    onError: (error, { zone }) => {
      // Opens the dialog in which the therapist decides what happens to the entries that are planned in the old zone.
      if (zone && errorCode(error) === 'ZONE_WITH_PLANS') setZoneAsked(zone)
    },
  })
  const { outcome, setLast } = useSettingOutcome<Name>({
    ...save,
    isIdle: save.isIdle || errorCode(save.error) === 'ZONE_WITH_PLANS',
  })
  const change = (name: Name, value: Change) => {
    setLast(name)
    save.mutate(value)
  }
  // Shows the new value while it is being saved. When saving fails, the page shows the saved value again.
  const shown = { ...me, ...(save.isPending ? save.variables : {}), ...(zoneAsked && { zone: zoneAsked }) }
  return { shown, outcome, change, zoneAsked, setZoneAsked }
}

function LanguageSetting({ shown, outcome, change }: SettingProps) {
  const { t } = useTranslation('account')
  const { languages } = useProductSettings()
  return (
    <SettingRow label={t('settings.language')} hint={t('settings.languageHint')} outcome={outcome('language')}>
      <NativeSelect
        aria-label={t('settings.language')}
        value={shown.language}
        data={languageOptions(languages, shown.language)}
        onChange={(event) => {
          const language = event.currentTarget.value
          if (!isLanguage(language)) return
          void chooseLanguage(language)
          change('language', { language })
        }}
      />
    </SettingRow>
  )
}

function ThemeSetting({ shown, outcome, change }: SettingProps) {
  const { t } = useTranslation('account')
  const { setColorScheme } = useMantineColorScheme()
  return (
    <SettingRow label={t('settings.theme')} hint={t('settings.themeHint')} outcome={outcome('theme')}>
      <SegmentedControl
        fullWidth
        aria-label={t('settings.theme')}
        value={shown.theme}
        data={themes.map((value) => ({ value, label: t(`settings.themes.${value}`) }))}
        onChange={(theme) => {
          setColorScheme(theme === 'system' ? 'auto' : theme)
          change('theme', { theme })
        }}
      />
    </SettingRow>
  )
}

/** The effect of the Enter key in the field for a message. Admins write no messages. */
function EnterKeySetting({ shown, outcome, change }: SettingProps) {
  const { t } = useTranslation('account')
  if (shown.role === 'admin') return null
  return (
    <SettingRow label={t('settings.enterKey')} hint={t('settings.enterKeyHint')} outcome={outcome('enterKey')}>
      <SegmentedControl
        fullWidth
        aria-label={t('settings.enterKey')}
        value={shown.enterKey}
        data={enterKeys.map((value) => ({ value, label: t(`settings.enterKeys.${value}`) }))}
        onChange={(enterKey) => change('enterKey', { enterKey })}
      />
    </SettingRow>
  )
}

function ZoneSetting({ shown, outcome, change }: SettingProps) {
  const { t } = useTranslation('account')
  const here = browserZone()
  const differs = here !== shown.zone && isZone(here)
  return (
    <SettingRow label={t('settings.zone')} hint={t('settings.zoneHint')} outcome={outcome('zone')}>
      <div>
        <TimeZoneSelect
          bare
          label={t('settings.zone')}
          value={shown.zone}
          onChange={(zone) => change('zone', { zone })}
        />
        {differs && (
          <p className={classes.hint}>
            {t('settings.zoneOfBrowser', { zone: cityOf(here) })}{' '}
            <Button variant="subtle" size="compact-xs" onClick={() => change('zone', { zone: here })}>
              {t('settings.zoneUse')}
            </Button>
          </p>
        )}
      </div>
    </SettingRow>
  )
}

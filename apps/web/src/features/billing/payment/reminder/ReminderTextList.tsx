import { languages } from '@attune/contract/common/text/text'
import type { Language } from '@attune/contract/common/text/text.schemas'
import type { ReminderText } from '@attune/contract/features/billing/payment/payment.reminder-texts'
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { languageNames } from '../../../../platform/settings/language.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import classes from './ReminderTextList.module.css'

const ReminderTextDialog = lazyNamed(() => import('./ReminderTextDialog.tsx'), 'ReminderTextDialog')

/** Lists the texts of the three reminders in a language, initially `first`, and opens the dialog that edits one. */
export function ReminderTextList({ first }: { first: Language }) {
  const { t } = useTranslation('paymentReminder')
  const [language, setLanguage] = useState(first)
  const [edited, setEdited] = useState<ReminderText | null>(null)
  const read = useQuery(orpc.payment.reminderTexts.queryOptions({ input: {} }))
  return (
    <div className={classes.texts}>
      <NativeSelect
        label={t('texts.language')}
        description={t('texts.languageHint')}
        value={language}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        onChange={(event) => setLanguage(languages.find((one) => one === event.currentTarget.value) ?? language)}
      />
      <Query
        of={read}
        pending={<RowSkeletons rows={3} avatar={false} />}
        failed={t('texts.failed')}
        again={t('toSend.again')}
      >
        {({ items }) => (
          <ul className={classes.list}>
            {items
              .filter((one) => one.language === language)
              .map((one) => (
                <TextRow key={one.step} of={one} onEdit={() => setEdited(one)} />
              ))}
          </ul>
        )}
      </Query>
      {edited && <ReminderTextDialog of={edited} onClose={() => setEdited(null)} />}
    </div>
  )
}

function TextRow({ of: { own, standard, step, language }, onEdit }: { of: ReminderText; onEdit: () => void }) {
  const { t } = useTranslation(['paymentReminder', 'common'])
  const name = t(`steps.${step}`)
  return (
    <li className={classes.row}>
      <div className={classes.rowTexts}>
        <div>
          {name}
          {own !== null && <span className={classes.own}>{t('texts.own')}</span>}
        </div>
        <p className={classes.text} lang={language}>
          {own ?? standard}
        </p>
      </div>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('common:labelled', { label: t('texts.edit'), text: name })}
        aria-haspopup="dialog"
        onClick={onEdit}
      >
        {t('texts.edit')}
      </Button>
    </li>
  )
}

import {
  legalTextNames,
  type LegalTextName,
} from '@attune/contract/features/practice/administration/administration.rules'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageNames } from '../../../../platform/settings/language.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import classes from '../settings/settings.module.css'

const LegalTextDialog = lazyNamed(() => import('./LegalTextDialog.tsx'), 'LegalTextDialog')
const PublishLegalTextDialog = lazyNamed(() => import('./PublishLegalTextDialog.tsx'), 'PublishLegalTextDialog')
const LegalHistoryDialog = lazyNamed(() => import('./LegalHistoryDialog.tsx'), 'LegalHistoryDialog')

export type LegalTextState = { page: LegalTextName; language: Language; version: number | null; isChanged: boolean }
type Task = 'edit' | 'publish' | 'history'
type Open = { page: LegalTextName; task: Task }
type Props = {
  /** The texts that have a draft or a version. */
  written: readonly LegalTextState[]
}

/** Lists the legal texts with their published languages, and marks those with an unpublished draft. */
export function LegalPagesSettings({ written }: Props) {
  const { t } = useTranslation(['adminSettings', 'common'])
  const [open, setOpen] = useState<Open | null>(null)
  return (
    <Section title={t('legal.title')} hint={t('legal.hint')} rows>
      {legalTextNames.map((page) => (
        <LegalTextRow
          key={page}
          page={page}
          states={written.filter((state) => state.page === page)}
          onOpen={(task) => setOpen({ page, task })}
        />
      ))}
      {open && <OpenDialog {...open} written={written} onClose={() => setOpen(null)} />}
    </Section>
  )
}

function OpenDialog({ page, task, written, onClose }: Open & Props & { onClose: () => void }) {
  const changed = written.filter((state) => state.page === page && state.isChanged)
  if (task === 'edit') return <LegalTextDialog page={page} onClose={onClose} />
  if (task === 'history') return <LegalHistoryDialog page={page} onClose={onClose} />
  return changed[0] && <PublishLegalTextDialog page={page} changed={changed} onClose={onClose} />
}

type RowProps = { page: LegalTextName; states: readonly LegalTextState[]; onOpen: (task: Task) => void }

function LegalTextRow({ page, states, onOpen }: RowProps) {
  const { t } = useTranslation(['adminSettings', 'common'])
  const name = t(`common:legal.${page}`)
  const online = states.filter(({ version }) => version !== null)
  const changed = states.filter(({ isChanged }) => isChanged)
  const namesOf = (some: readonly LegalTextState[]) => some.map(({ language }) => languageNames[language]).join(', ')
  const button = (task: Task) => (
    <Button
      variant={task === 'publish' ? 'light' : 'default'}
      size="compact-sm"
      aria-haspopup="dialog"
      aria-label={t(`legal.${task}Page`, { page: name })}
      onClick={() => onOpen(task)}
    >
      {t(`legal.${task}`)}
    </Button>
  )
  return (
    <CardRow wraps>
      <div className={classes.place}>
        <div>{name}</div>
        <div className={classes.quiet}>{namesOf(online) || t('legal.unwritten')}</div>
        {changed.length > 0 && (
          <div className={classes.quiet}>{t('legal.changed', { languages: namesOf(changed) })}</div>
        )}
      </div>
      {online.length > 0 && (
        <TextLink to="/legal/$page" params={{ page }}>
          {t('legal.view')}
        </TextLink>
      )}
      {online.length > 0 && button('history')}
      {button('edit')}
      {changed.length > 0 && button('publish')}
    </CardRow>
  )
}

import type { BackupState } from '@attune/contract/features/practice/administration/administration.backups'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../../platform/lazy-named.ts'
import { Section } from '../../../../../ui/page/Section.tsx'
import shared from '../../administration.module.css'
import classes from '../backups.module.css'

const BackupKeyDialog = lazyNamed(() => import('./BackupKeyDialog.tsx'), 'BackupKeyDialog')
const SecondKeyDialog = lazyNamed(() => import('./SecondKeyDialog.tsx'), 'SecondKeyDialog')

/** Shows the key that opens new backups, prints a new key, and adds or removes the key of a second person. */
export function BackupKeySection({ state: { key } }: { state: BackupState }) {
  const { t } = useTranslation('backupSetup')
  const [open, setOpen] = useState<'words' | 'second' | null>(null)
  const close = () => setOpen(null)
  return (
    <Section title={t('key.title')} hint={t('key.hint')} rows>
      <div className={classes.setup}>
        <div className={classes.setupTexts}>
          <p>{key.printed === null ? t('key.none') : t('key.printed', { key: key.printed })}</p>
          {key.earlier > 0 && <p className={shared.quiet}>{t('key.earlier', { count: key.earlier })}</p>}
        </div>
        <Button variant="default" onClick={() => setOpen('words')}>
          {t(key.printed === null ? 'key.print' : 'key.printNew')}
        </Button>
      </div>
      {key.printed !== null && (
        <div className={classes.setup}>
          <div className={classes.setupTexts}>
            <h3 className={shared.healthName}>{t('key.second')}</h3>
            <p>{key.second === null ? t('key.secondNone') : t('key.secondIs', { key: key.second })}</p>
          </div>
          <Button variant="default" onClick={() => setOpen('second')}>
            {t(key.second === null ? 'key.addSecond' : 'key.removeSecond')}
          </Button>
        </div>
      )}
      {open === 'words' && <BackupKeyDialog onClose={close} onConfirmed={close} />}
      {open === 'second' && <SecondKeyDialog second={key.second} onClose={close} />}
    </Section>
  )
}

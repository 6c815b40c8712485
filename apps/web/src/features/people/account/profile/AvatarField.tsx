import { Button, FileButton, Group } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import type { Me } from '../../../../platform/login/login.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { useAvatar } from './use-avatar.ts'
import classes from '../account.module.css'

const CropDialog = lazyNamed(() => import('./CropDialog.tsx'), 'CropDialog')

/**
 * Shows the avatar of the signed-in person. One button lets the person choose and crop a picture; another button
 * removes the avatar.
 */
export function AvatarField({ me }: { me: Me }) {
  const { t } = useTranslation('account')
  const { chosen, problem, setProblem, choose, close, save } = useAvatar()
  const problemText =
    problem &&
    (problem.textKey === 'failed'
      ? t('avatar.failed', { reason: t(`avatar.reasons.${problem.reason ?? 'unknown'}`) })
      : t(`avatar.${problem.textKey}`))
  return (
    <Section title={t('avatar.title')} hint={t('avatar.hint')}>
      <div className={classes.picture}>
        <PersonAvatar personId={me.id} name={me.displayName} url={me.avatarUrl} size={80} />
        <AvatarButtons
          hasAvatar={Boolean(me.avatarUrl)}
          saving={save.isPending}
          onChoose={choose}
          onRemove={() => save.mutate(null)}
        />
      </div>
      <FormError>{chosen ? null : problemText}</FormError>
      {chosen && (
        <CropDialog
          url={chosen}
          busy={save.isPending}
          problem={problemText}
          onCut={(picture) => save.mutate(picture)}
          onFailed={() => setProblem({ textKey: 'refusedType' })}
          onClose={close}
        />
      )}
    </Section>
  )
}

type ButtonsProps = {
  hasAvatar: boolean
  saving: boolean
  onChoose: (file: File | null) => Promise<void>
  onRemove: () => void
}

function AvatarButtons({ hasAvatar, saving, onChoose, onRemove }: ButtonsProps) {
  const { t } = useTranslation('account')
  return (
    <Group gap="xs">
      <FileButton accept="image/*" onChange={(file) => void onChoose(file)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<IconPhoto size={18} stroke={1.6} aria-hidden />}
            loading={saving}
          >
            {t(hasAvatar ? 'avatar.other' : 'avatar.choose')}
          </Button>
        )}
      </FileButton>
      {hasAvatar && (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconTrash size={18} stroke={1.6} aria-hidden />}
          disabled={saving}
          onClick={onRemove}
        >
          {t('avatar.remove')}
        </Button>
      )}
    </Group>
  )
}

import type { DeviceId } from '@attune/contract/common/ids'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../platform/api/api.ts'
import type { Me } from '../../../platform/login/login.ts'
import { DevicePush } from '../../../platform/native/push/device-push.ts'
import type { NativePort } from '../../../platform/native/port.ts'
import { toast } from '../../../ui/toast/toast.ts'

/** Returns the devices with push notifications, whether this app can be one of them, and the mutations. */
export function useUserDevices(port: NativePort, me: Me) {
  const { t } = useTranslation('push')
  const cache = useQueryClient()
  const push = new DevicePush(port)
  const read = useQuery({
    queryKey: [...orpc.nativeApp.devices.key(), 'of-app'],
    staleTime: 0,
    refetchOnMount: true,
    queryFn: async () => {
      const [{ items }, offer, hasKeys] = await Promise.all([
        api.nativeApp.devices({}),
        api.nativeApp.pushOffer({}),
        port.push.hasKeys(),
      ])
      return { items, isOffered: hasKeys && offer[port.platform] }
    },
  })
  const refetchAfter = { onSettled: () => cache.invalidateQueries({ queryKey: orpc.nativeApp.devices.key() }) }
  const current = read.data?.items.find(({ isCurrent }) => isCurrent)
  const turnOn = useMutation({ mutationFn: () => push.turnOn({ userId: me.id, role: me.role }), ...refetchAfter })
  const remove = useMutation({ mutationFn: (id: DeviceId) => push.turnOff(id), ...refetchAfter })
  const test = useMutation({
    mutationFn: (id: DeviceId) => api.nativeApp.testDevice({ id }),
    onSuccess: () => toast.success(t('testSent')),
  })
  return { read, current, turnOn, remove, test }
}

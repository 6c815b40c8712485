import { api, sendFile } from '../api.ts'

/** Files by bucket. Each lies under its owner's id, with a name that begins with the time [3.15]. */
export const storage = {
  avatars: {
    /** Puts a picture up. It is never replaced: each upload has an address of its own, kept by caches for 3600 s [7.08]. */
    upload: (picture: Blob) => sendFile(['storage', 'avatars'], picture) as Promise<{ path: string; url: string }>,
    /** The address under which everybody sees it. */
    publicUrl: (path: string) => `/avatars/${path}`,
    /** One's own pictures, by name, ascending; 100 unless told [9.13]. */
    list: async (page: { limit?: number; offset?: number } = {}) => (await api.account.avatars(page)).items,
  },
}

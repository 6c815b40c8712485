/** The current city names of time zones that browsers list under an earlier name. */
const renamedCities: Record<string, string> = {
  'Africa/Asmera': 'Asmara',
  'America/Godthab': 'Nuuk',
  'Asia/Calcutta': 'Kolkata',
  'Asia/Dacca': 'Dhaka',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Macao': 'Macau',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh City',
  'Asia/Thimbu': 'Thimphu',
  'Asia/Ujung_Pandang': 'Makassar',
  'Asia/Ulan_Bator': 'Ulaanbaatar',
  'Atlantic/Faeroe': 'Faroe',
  'Europe/Kiev': 'Kyiv',
  'Pacific/Enderbury': 'Kanton',
  'Pacific/Ponape': 'Pohnpei',
  'Pacific/Truk': 'Chuuk',
}

/** Returns the current name of the city of a time zone: 'New York' for America/New_York, 'Kyiv' for Europe/Kiev. */
export const cityOf = (zone: string) => renamedCities[zone] ?? (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

// How numbers are told to people.

/** Milliseconds in the unit that suits them. */
export function formatTime(milliseconds: number): string {
  if (milliseconds === 0) return "0";
  if (milliseconds < 1) return `${digits(1000 * milliseconds)} µs`;
  if (milliseconds < 1000) return `${digits(milliseconds)} ms`;
  if (milliseconds < 120_000) return `${digits(milliseconds / 1000)} s`;
  return `${digits(milliseconds / 60_000)} min`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${Math.round(bytes)} B`;
  const power = Math.min(4, Math.floor(Math.log10(bytes) / 3));
  return `${digits(bytes / 1000 ** power)} ${["", "kB", "MB", "GB", "TB"][power]}`;
}

export const formatCount = (count: number): string => count.toLocaleString("en");

export const formatShare = (share: number): string => `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %`;

/** Three digits that count. */
function digits(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en");
  return value.toFixed(value >= 10 ? 1 : 2);
}

/** Text as it may stand between tags and in attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

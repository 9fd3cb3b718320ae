// Tells the server the zone of this browser's clock, by which pages then print moments and read those that are typed.
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const secure = location.protocol === "https:" ? "; secure" : "";
if (timeZone) document.cookie = `zone=${timeZone}; path=/; max-age=31536000; samesite=lax${secure}`;

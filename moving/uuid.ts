/** An ID in the form of a UUID: the same text always gives the same one, so that a conversion can be repeated. */
export function uuidOf(text: string): string {
	const digits = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35]
		.map((seed) => {
			let hash = seed;
			for (let index = 0; index < text.length; index++)
				hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
			return (hash >>> 0).toString(16).padStart(8, '0');
		})
		.join('');
	return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

CREATE TABLE confirmed_photos (
	photo VARCHAR(64) NOT NULL,
	moment DATETIME NOT NULL,
	kinds TEXT NOT NULL,
	corners TEXT NOT NULL,
	picture BLOB NOT NULL,
	PRIMARY KEY (photo)
);
INSERT INTO "confirmed_photos" VALUES('b','2025-12-06 19:30:00.000000','["book"]','[]',X'FFD8FFD9');
CREATE TABLE corrections (
	photo VARCHAR(64) NOT NULL,
	place INTEGER NOT NULL,
	moment DATETIME NOT NULL,
	letter VARCHAR(1) NOT NULL,
	number INTEGER NOT NULL,
	"of" INTEGER,
	books VARCHAR(4) NOT NULL,
	read TEXT NOT NULL,
	strip BLOB NOT NULL,
	PRIMARY KEY (photo, place)
);
INSERT INTO "corrections" VALUES('a',1,'2025-12-05 19:30:00.000000','Q',1,2,'','{"letter": "F"}',X'FFD8FFD9');
CREATE TABLE drafts (
	kind VARCHAR(16) NOT NULL,
	"key" VARCHAR(200) NOT NULL,
	saved DATETIME NOT NULL,
	data JSON NOT NULL,
	PRIMARY KEY (kind, "key")
);
INSERT INTO "drafts" VALUES('fort','d1','2026-11-30 04:48:07.671265','{"players": [{"name": "\u017dofie", "track": 3, "fort_level": 0, "fort_points": 0, "rule": "", "big_pack": false}, {"name": "Bo", "track": 3, "fort_level": 0, "fort_points": 0, "rule": "", "big_pack": false}], "macaroni": -1}');
CREATE TABLE games (
	id VARCHAR(64) NOT NULL,
	"key" VARCHAR(200) NOT NULL,
	source VARCHAR(16) NOT NULL,
	played DATETIME NOT NULL,
	changed DATETIME NOT NULL,
	deleted DATETIME,
	search TEXT NOT NULL,
	game JSON NOT NULL,
	result JSON NOT NULL,
	record JSON,
	PRIMARY KEY (id),
	UNIQUE ("key")
);
INSERT INTO "games" VALUES('ff55f37780c94398b161b69f61b53034','photo-1','photo','2025-12-01 19:30:00.000000','2026-11-30 04:48:07.216251',NULL,'ana zofie photo b-7c','{"form": "B-7c", "prominent": "reference_texts", "banned": "corrupted_codices", "players": [{"name": "Ana", "focus": "spells_potions", "tally": {"reference_texts": 6}, "stability": 6}, {"name": "\u017dofie", "focus": "historic_volumes", "tally": {"reference_texts": 5}, "stability": 6}]}','{"form": "B-7c", "edition": "en", "prominent": "reference_texts", "banned": "corrupted_codices", "players": [{"name": "Ana", "focus": "spells_potions", "turned": [], "a2": {"corrupted_codices": 0, "fantastical_fictions": 0, "historic_volumes": 0, "monster_manuals": 0, "reference_texts": 6, "spells_potions": 0}, "b1": 6, "b2": 15, "b3": 0, "b4": 0, "b5": 0, "total": 21, "explain": {"a1": "The numbers of books are taken on trust.", "b1": "The stability number is taken on trust: 6.", "b2": "6 books, 1st place: 15 points.", "b3": "Corrupted Codices is banned: 0 \u00d7 \u22121 = 0.", "b4": "Smallest count of the five categories not banned: 0 (Fantastical Fictions, Historic Volumes, Monster Manuals, Spells & Potions), times 3 = 0.", "b5": "Spells & Potions is the focus: 0 \u00d7 2 = 0.", "total": "B1 6, B2 15, B3 0, B4 0, B5 0: 21 in all."}}, {"name": "\u017dofie", "focus": "historic_volumes", "turned": [], "a2": {"corrupted_codices": 0, "fantastical_fictions": 0, "historic_volumes": 0, "monster_manuals": 0, "reference_texts": 5, "spells_potions": 0}, "b1": 6, "b2": 9, "b3": 0, "b4": 0, "b5": 0, "total": 15, "explain": {"a1": "The numbers of books are taken on trust.", "b1": "The stability number is taken on trust: 6.", "b2": "5 books, 2nd place: 9 points.", "b3": "Corrupted Codices is banned: 0 \u00d7 \u22121 = 0.", "b4": "Smallest count of the five categories not banned: 0 (Fantastical Fictions, Historic Volumes, Monster Manuals, Spells & Potions), times 3 = 0.", "b5": "Historic Volumes is the focus: 0 \u00d7 2 = 0.", "total": "B1 6, B2 9, B3 0, B4 0, B5 0: 15 in all."}}], "winners": ["Ana"], "decided_by": "total", "explain": "Ana wins with 21 points."}',NULL);
INSERT INTO "games" VALUES('2886b2a1000a45278741113826513bba','solo-1','solo','2025-12-02 19:30:00.000000','2026-11-30 04:48:07.481029',NULL,'ana solo s-42a','{"form": "S-42a", "prominent": "reference_texts", "banned": "corrupted_codices", "difficulty": 3, "players": [{"name": "Ana", "focus": "spells_potions", "tally": {"spells_potions": 9}, "stability": 9}], "library": {"focus": "monster_manuals", "tally": {"monster_manuals": 5}}}','{"form": "S-42a", "edition": "en", "prominent": "reference_texts", "banned": "corrupted_codices", "difficulty": 3, "players": [{"name": "Ana", "focus": "spells_potions", "turned": [], "a2": {"corrupted_codices": 0, "fantastical_fictions": 0, "historic_volumes": 0, "monster_manuals": 0, "reference_texts": 0, "spells_potions": 9}, "b1": 9, "b2": 0, "b3": 0, "b4": 0, "b5": 18, "total": 27, "explain": {"a1": "The numbers of books are taken on trust.", "b1": "The stability number is taken on trust: 9.", "b2": "0 books each. The public library wins ties: 0 points.", "b3": "Corrupted Codices is banned: 0 \u00d7 \u22121 = 0.", "b4": "Smallest count of the five categories not banned: 0 (Fantastical Fictions, Historic Volumes, Monster Manuals, Reference Texts), times 3 = 0.", "b5": "Spells & Potions is the focus: 9 \u00d7 2 = 18.", "total": "B1 9, B2 0, B3 0, B4 0, B5 18: 27 in all."}}], "library": {"name": "Public library", "focus": "monster_manuals", "turned": [], "a2": {"corrupted_codices": 0, "fantastical_fictions": 0, "historic_volumes": 0, "monster_manuals": 5, "reference_texts": 0, "spells_potions": 0}, "b1": 0, "b2": 15, "b3": 0, "b4": 0, "b5": 10, "total": 25, "explain": {"a1": "The public library is not checked for order. The numbers of books are taken on trust.", "b1": "The public library is not checked for stability.", "b2": "0 books each. The public library wins ties: 15 points.", "b3": "Corrupted Codices is banned: 0 \u00d7 \u22121 = 0.", "b4": "Smallest count of the five categories not banned: 0 (Fantastical Fictions, Historic Volumes, Reference Texts, Spells & Potions), times 3 = 0.", "b5": "Monster Manuals is the focus: 5 \u00d7 2 = 10.", "total": "B1 0, B2 15, B3 0, B4 0, B5 10: 25 in all."}}, "winners": ["Ana"], "decided_by": "total", "won": true, "explain": "Ana has 27 points, the public library 25: the license is granted."}','{"version": 3, "players": ["Ana"], "edition": "en", "variant": "standard", "seed": 7, "difficulty": null, "rules": {}, "all_locations": false, "tiles": {}, "remembers": true, "first": null, "deck": null, "forks": [], "choices": []}');
INSERT INTO "games" VALUES('94fa477f774c424ea78aa7861e47ea3e','fort-1','fort','2025-12-03 19:30:00.000000','2026-11-30 04:48:07.536045',NULL,'rulico lui fort fort','{"players": [{"name": "Rulico", "track": 17, "fort_level": 5, "macaroni": true, "rule": "minimalism"}, {"name": "Lui", "track": 24, "fort_level": 4, "fort_points": 18}]}','{"players": [{"name": "Rulico", "track": 17, "fort": 23, "rule": 0, "macaroni": 4, "total": 44, "explain": "17 (track) + 23 (fort level 5) + 0 (minimalism) + 4 (macaroni) = 44."}, {"name": "Lui", "track": 24, "fort": 18, "rule": 0, "macaroni": 0, "total": 42, "explain": "24 (track) + 18 (fort level 4) + 0 (no made-up rule) + 0 (macaroni) = 42."}], "winners": ["Rulico"], "decided_by": "total"}',NULL);
INSERT INTO "games" VALUES('2f314d74f98d43e48db41071c8942b5f','typed-1','typed','2025-12-04 19:30:00.000000','2026-11-30 04:48:07.631583','2026-11-30 04:48:07.631583','bo cy =1+1 typed b-7c','{"form": "B-7c", "prominent": "reference_texts", "banned": "corrupted_codices", "players": [{"name": "Bo", "focus": "spells_potions", "tally": {"reference_texts": 6}, "stability": 6}, {"name": "Cy", "focus": "historic_volumes", "tally": {"reference_texts": 5}, "stability": 6}, {"name": "=1+1", "focus": "monster_manuals", "tally": {"reference_texts": 4}, "stability": 6}]}','{"form": "B-7c", "edition": "en", "prominent": "reference_texts", "banned": "corrupted_codices", "players": [{"name": "Bo", "focus": "spells_potions", "turned": [], "a2": {"corrupted_codices": 0, "fantastical_fictions": 0, "historic_volumes": 0, "monster_manuals": 0, "reference_texts": 6, "spells_potions": 0}, "b1": 6, "b2": 15, "b3": 0, "b4": 0, "b5": 0, "total": 21, "explain": {"a1": "The numbers of books are taken on trust.", "b1": "The stability number is taken on trust: 6.", "b2": "6 books, 1st place: 15 points.", "b3": "Corrupted Codices is banned: 0 \u00d7 \u22121 = 0.", "b4": "Smallest count of the five categories not banned: 0 (Fantastical Fictions, Historic Volumes, Monster Manuals, Spells & Potions), times 3 = 0.", "b5": "Spells & Potions is the focus: 0 \u00d7 2 = 0.", "total": "B1 6, B2 15, B3 0, B4 0, B5 0: 21 in all."}}, {"name": "Cy", "focus": "historic_volumes", "turned": [], "a2": {"corrupted_codices": 0, "fantastical_fictions": 0, "historic_volumes": 0, "monster_manuals": 0, "reference_texts": 5, "spells_potions": 0}, "b1": 6, "b2": 9, "b3": 0, "b4": 0, "b5": 0, "total": 15, "explain": {"a1": "The numbers of books are taken on trust.", "b1": "The stability number is taken on trust: 6.", "b2": "5 books, 2nd place: 9 points.", "b3": "Corrupted Codices is banned: 0 \u00d7 \u22121 = 0.", "b4": "Smallest count of the five categories not banned: 0 (Fantastical Fictions, Historic Volumes, Monster Manuals, Spells & Potions), times 3 = 0.", "b5": "Historic Volumes is the focus: 0 \u00d7 2 = 0.", "total": "B1 6, B2 9, B3 0, B4 0, B5 0: 15 in all."}}, {"name": "=1+1", "focus": "monster_manuals", "turned": [], "a2": {"corrupted_codices": 0, "fantastical_fictions": 0, "historic_volumes": 0, "monster_manuals": 0, "reference_texts": 4, "spells_potions": 0}, "b1": 6, "b2": 4, "b3": 0, "b4": 0, "b5": 0, "total": 10, "explain": {"a1": "The numbers of books are taken on trust.", "b1": "The stability number is taken on trust: 6.", "b2": "4 books, 3rd place: 4 points.", "b3": "Corrupted Codices is banned: 0 \u00d7 \u22121 = 0.", "b4": "Smallest count of the five categories not banned: 0 (Fantastical Fictions, Historic Volumes, Monster Manuals, Spells & Potions), times 3 = 0.", "b5": "Monster Manuals is the focus: 0 \u00d7 2 = 0.", "total": "B1 6, B2 4, B3 0, B4 0, B5 0: 10 in all."}}], "winners": ["Bo"], "decided_by": "total", "explain": "Bo wins with 21 points."}',NULL);
INSERT INTO "games" VALUES('taken','taken-1','photo','2025-12-01 19:30:00.000000','2026-11-30 04:48:07.216251',NULL,'ana zofie photo b-7c','{"form": "B-7c", "prominent": "reference_texts", "banned": "corrupted_codices", "players": [{"name": "Ana", "focus": "spells_potions", "tally": {"reference_texts": 6}, "stability": 6}, {"name": "\u017dofie", "focus": "historic_volumes", "tally": {"reference_texts": 5}, "stability": 6}]}','{"form": "B-7c", "edition": "en", "prominent": "reference_texts", "banned": "corrupted_codices", "players": [{"name": "Ana", "focus": "spells_potions", "turned": [], "a2": {"corrupted_codices": 0, "fantastical_fictions": 0, "historic_volumes": 0, "monster_manuals": 0, "reference_texts": 6, "spells_potions": 0}, "b1": 6, "b2": 15, "b3": 0, "b4": 0, "b5": 0, "total": 21, "explain": {"a1": "The numbers of books are taken on trust.", "b1": "The stability number is taken on trust: 6.", "b2": "6 books, 1st place: 15 points.", "b3": "Corrupted Codices is banned: 0 \u00d7 \u22121 = 0.", "b4": "Smallest count of the five categories not banned: 0 (Fantastical Fictions, Historic Volumes, Monster Manuals, Spells & Potions), times 3 = 0.", "b5": "Spells & Potions is the focus: 0 \u00d7 2 = 0.", "total": "B1 6, B2 15, B3 0, B4 0, B5 0: 21 in all."}}, {"name": "\u017dofie", "focus": "historic_volumes", "turned": [], "a2": {"corrupted_codices": 0, "fantastical_fictions": 0, "historic_volumes": 0, "monster_manuals": 0, "reference_texts": 5, "spells_potions": 0}, "b1": 6, "b2": 9, "b3": 0, "b4": 0, "b5": 0, "total": 15, "explain": {"a1": "The numbers of books are taken on trust.", "b1": "The stability number is taken on trust: 6.", "b2": "5 books, 2nd place: 9 points.", "b3": "Corrupted Codices is banned: 0 \u00d7 \u22121 = 0.", "b4": "Smallest count of the five categories not banned: 0 (Fantastical Fictions, Historic Volumes, Monster Manuals, Spells & Potions), times 3 = 0.", "b5": "Historic Volumes is the focus: 0 \u00d7 2 = 0.", "total": "B1 6, B2 9, B3 0, B4 0, B5 0: 15 in all."}}], "winners": ["Ana"], "decided_by": "total", "explain": "Ana wins with 21 points."}',NULL);
CREATE TABLE guests (
	kind VARCHAR(16) NOT NULL,
	"key" VARCHAR(200) NOT NULL,
	person VARCHAR(64) NOT NULL,
	since DATETIME NOT NULL,
	PRIMARY KEY (kind, "key", person)
);
INSERT INTO "guests" VALUES('play','k1','ana''s phone','2026-11-30 04:48:07.923725');
CREATE TABLE hands_seen (
	kind VARCHAR(16) NOT NULL,
	"key" VARCHAR(200) NOT NULL,
	person VARCHAR(64) NOT NULL,
	player VARCHAR(60) NOT NULL,
	since DATETIME NOT NULL,
	PRIMARY KEY (kind, "key", person, player)
);
INSERT INTO "hands_seen" VALUES('play','k1','ana''s phone','Ana','2026-11-30 04:48:07.977087');
CREATE TABLE register (
	"row" INTEGER NOT NULL,
	moment DATETIME NOT NULL,
	letter VARCHAR(1) NOT NULL,
	number INTEGER NOT NULL,
	"of" INTEGER,
	books VARCHAR(4) NOT NULL,
	PRIMARY KEY ("row")
);
INSERT INTO "register" VALUES(1,'2026-11-30 04:48:10.522718','E',2,7,'HS');
CREATE TABLE replaced (
	id VARCHAR(32) NOT NULL,
	taken VARCHAR(32) NOT NULL,
	at DATETIME NOT NULL,
	kind VARCHAR(16) NOT NULL,
	"key" VARCHAR(200) NOT NULL,
	"after" DATETIME NOT NULL,
	"before" JSON,
	PRIMARY KEY (id)
);
INSERT INTO "replaced" VALUES('125f7c4144cc4798b2d6e0ca0e4e2763','253dcb3926054c7bbc004f0eafba6f09','2026-11-30 04:48:07.865222','game','taken','2026-11-30 04:48:07.216251',NULL);
CREATE TABLE seats (
	kind VARCHAR(16) NOT NULL,
	"key" VARCHAR(200) NOT NULL,
	player VARCHAR(60) NOT NULL,
	person VARCHAR(64) NOT NULL,
	since DATETIME NOT NULL,
	PRIMARY KEY (kind, "key", player)
);
INSERT INTO "seats" VALUES('play','k1','Ana','ana''s phone','2026-11-30 04:48:07.977087');
CREATE TABLE shelfmark (
	schema INTEGER NOT NULL,
	PRIMARY KEY (schema)
);
INSERT INTO "shelfmark" VALUES(1);
CREATE TABLE titles (
	letter VARCHAR(1) NOT NULL,
	number INTEGER NOT NULL,
	place INTEGER NOT NULL,
	text TEXT NOT NULL,
	sure FLOAT NOT NULL,
	typed BOOLEAN NOT NULL,
	PRIMARY KEY (letter, number, place)
);
INSERT INTO "titles" VALUES('E',2,0,'The ’Tome’',0.5,1);
CREATE INDEX ix_games_played ON games (played);
CREATE INDEX ix_replaced_taken ON replaced (taken);
CREATE INDEX corrections_by_moment ON corrections (moment, photo, place);
CREATE INDEX ix_register_moment ON register (moment);

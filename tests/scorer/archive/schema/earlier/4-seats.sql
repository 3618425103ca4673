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
INSERT INTO "drafts" VALUES('fort','d1','2026-11-30 04:47:16.526542','{"players": [{"name": "\u017dofie", "track": 3, "fort_level": 0, "fort_points": 0, "rule": "", "big_pack": false}, {"name": "Bo", "track": 3, "fort_level": 0, "fort_points": 0, "rule": "", "big_pack": false}], "macaroni": -1}');
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
INSERT INTO "games" VALUES('4f81d39e98d54a6bbd7857298734d82d','photo-1','photo','2025-12-01 19:30:00.000000','2026-11-30 04:47:15.782024',NULL,'ana zofie photo b-7c','{"form": "B-7c", "prominent": "reference_texts", "banned": "corrupted_codices", "players": [{"name": "Ana", "focus": "spells_potions", "tally": {"reference_texts": 6}, "stability": 6}, {"name": "\u017dofie", "focus": "historic_volumes", "tally": {"reference_texts": 5}, "stability": 6}]}','{"form": "B-7c", "edition": "en", "prominent": "reference_texts", "banned": "corrupted_codices", "players": [{"name": "Ana", "focus": "spells_potions", "turned": [], "a2": {"corrupted_codices": 0, "fantastical_fictions": 0, "historic_volumes": 0, "monster_manuals": 0, "reference_texts": 6, "spells_potions": 0}, "b1": 6, "b2": 15, "b3": 0, "b4": 0, "b5": 0, "total": 21, "explain": {"a1": "The numbers of books are taken on trust.", "b1": "The stability number is taken on trust: 6.", "b2": "6 books, 1st place: 15 points.", "b3": "Corrupted Codices is banned: 0 \u00d7 \u22121 = 0.", "b4": "Smallest count of the five categories not banned: 0 (Fantastical Fictions, Historic Volumes, Monster Manuals, Spells & Potions), times 3 = 0.", "b5": "Spells & Potions is the focus: 0 \u00d7 2 = 0.", "total": "B1 6, B2 15, B3 0, B4 0, B5 0: 21 in all."}}, {"name": "\u017dofie", "focus": "historic_volumes", "turned": [], "a2": {"corrupted_codices": 0, "fantastical_fictions": 0, "historic_volumes": 0, "monster_manuals": 0, "reference_texts": 5, "spells_potions": 0}, "b1": 6, "b2": 9, "b3": 0, "b4": 0, "b5": 0, "total": 15, "explain": {"a1": "The numbers of books are taken on trust.", "b1": "The stability number is taken on trust: 6.", "b2": "5 books, 2nd place: 9 points.", "b3": "Corrupted Codices is banned: 0 \u00d7 \u22121 = 0.", "b4": "Smallest count of the five categories not banned: 0 (Fantastical Fictions, Historic Volumes, Monster Manuals, Spells & Potions), times 3 = 0.", "b5": "Historic Volumes is the focus: 0 \u00d7 2 = 0.", "total": "B1 6, B2 9, B3 0, B4 0, B5 0: 15 in all."}}], "winners": ["Ana"], "decided_by": "total", "explain": "Ana wins with 21 points."}',NULL);
INSERT INTO "games" VALUES('9b64fed6bc5b4a028ee8ab4eeacfd349','solo-1','solo','2025-12-02 19:30:00.000000','2026-11-30 04:47:16.145322',NULL,'ana solo s-42a','{"form": "S-42a", "prominent": "reference_texts", "banned": "corrupted_codices", "difficulty": 3, "players": [{"name": "Ana", "focus": "spells_potions", "tally": {"spells_potions": 9}, "stability": 9}], "library": {"focus": "monster_manuals", "tally": {"monster_manuals": 5}}}','{"form": "S-42a", "edition": "en", "prominent": "reference_texts", "banned": "corrupted_codices", "difficulty": 3, "players": [{"name": "Ana", "focus": "spells_potions", "turned": [], "a2": {"corrupted_codices": 0, "fantastical_fictions": 0, "historic_volumes": 0, "monster_manuals": 0, "reference_texts": 0, "spells_potions": 9}, "b1": 9, "b2": 0, "b3": 0, "b4": 0, "b5": 18, "total": 27, "explain": {"a1": "The numbers of books are taken on trust.", "b1": "The stability number is taken on trust: 9.", "b2": "0 books each. The public library wins ties: 0 points.", "b3": "Corrupted Codices is banned: 0 \u00d7 \u22121 = 0.", "b4": "Smallest count of the five categories not banned: 0 (Fantastical Fictions, Historic Volumes, Monster Manuals, Reference Texts), times 3 = 0.", "b5": "Spells & Potions is the focus: 9 \u00d7 2 = 18.", "total": "B1 9, B2 0, B3 0, B4 0, B5 18: 27 in all."}}], "library": {"name": "Public library", "focus": "monster_manuals", "turned": [], "a2": {"corrupted_codices": 0, "fantastical_fictions": 0, "historic_volumes": 0, "monster_manuals": 5, "reference_texts": 0, "spells_potions": 0}, "b1": 0, "b2": 15, "b3": 0, "b4": 0, "b5": 10, "total": 25, "explain": {"a1": "The public library is not checked for order. The numbers of books are taken on trust.", "b1": "The public library is not checked for stability.", "b2": "0 books each. The public library wins ties: 15 points.", "b3": "Corrupted Codices is banned: 0 \u00d7 \u22121 = 0.", "b4": "Smallest count of the five categories not banned: 0 (Fantastical Fictions, Historic Volumes, Reference Texts, Spells & Potions), times 3 = 0.", "b5": "Monster Manuals is the focus: 5 \u00d7 2 = 10.", "total": "B1 0, B2 15, B3 0, B4 0, B5 10: 25 in all."}}, "winners": ["Ana"], "decided_by": "total", "won": true, "explain": "Ana has 27 points, the public library 25: the licence is granted."}','{"version": 2, "players": ["Ana"], "edition": "en", "variant": "standard", "seed": 7, "difficulty": null, "rules": {}, "all_locations": false, "tiles": {}, "deck": null, "forks": [], "choices": []}');
INSERT INTO "games" VALUES('7ad1559cdd1f4346951bfc9ccc72b780','fort-1','fort','2025-12-03 19:30:00.000000','2026-11-30 04:47:16.243925',NULL,'rulico lui fort fort','{"players": [{"name": "Rulico", "track": 17, "fort_level": 5, "macaroni": true, "rule": "minimalism"}, {"name": "Lui", "track": 24, "fort_level": 4, "fort_points": 18}]}','{"players": [{"name": "Rulico", "track": 17, "fort": 23, "rule": 0, "macaroni": 4, "total": 44, "explain": "17 (track) + 23 (fort level 5) + 0 (minimalism) + 4 (macaroni) = 44."}, {"name": "Lui", "track": 24, "fort": 18, "rule": 0, "macaroni": 0, "total": 42, "explain": "24 (track) + 18 (fort level 4) + 0 (no made-up rule) + 0 (macaroni) = 42."}], "winners": ["Rulico"], "decided_by": "total"}',NULL);
INSERT INTO "games" VALUES('8a82af8432a849e098f6795cb31d6aaf','typed-1','typed','2025-12-04 19:30:00.000000','2026-11-30 04:47:16.463385','2026-11-30 04:47:16.463385','bo cy =1+1 typed b-7c','{"form": "B-7c", "prominent": "reference_texts", "banned": "corrupted_codices", "players": [{"name": "Bo", "focus": "spells_potions", "tally": {"reference_texts": 6}, "stability": 6}, {"name": "Cy", "focus": "historic_volumes", "tally": {"reference_texts": 5}, "stability": 6}, {"name": "=1+1", "focus": "monster_manuals", "tally": {"reference_texts": 4}, "stability": 6}]}','{"form": "B-7c", "edition": "en", "prominent": "reference_texts", "banned": "corrupted_codices", "players": [{"name": "Bo", "focus": "spells_potions", "turned": [], "a2": {"corrupted_codices": 0, "fantastical_fictions": 0, "historic_volumes": 0, "monster_manuals": 0, "reference_texts": 6, "spells_potions": 0}, "b1": 6, "b2": 15, "b3": 0, "b4": 0, "b5": 0, "total": 21, "explain": {"a1": "The numbers of books are taken on trust.", "b1": "The stability number is taken on trust: 6.", "b2": "6 books, 1st place: 15 points.", "b3": "Corrupted Codices is banned: 0 \u00d7 \u22121 = 0.", "b4": "Smallest count of the five categories not banned: 0 (Fantastical Fictions, Historic Volumes, Monster Manuals, Spells & Potions), times 3 = 0.", "b5": "Spells & Potions is the focus: 0 \u00d7 2 = 0.", "total": "B1 6, B2 15, B3 0, B4 0, B5 0: 21 in all."}}, {"name": "Cy", "focus": "historic_volumes", "turned": [], "a2": {"corrupted_codices": 0, "fantastical_fictions": 0, "historic_volumes": 0, "monster_manuals": 0, "reference_texts": 5, "spells_potions": 0}, "b1": 6, "b2": 9, "b3": 0, "b4": 0, "b5": 0, "total": 15, "explain": {"a1": "The numbers of books are taken on trust.", "b1": "The stability number is taken on trust: 6.", "b2": "5 books, 2nd place: 9 points.", "b3": "Corrupted Codices is banned: 0 \u00d7 \u22121 = 0.", "b4": "Smallest count of the five categories not banned: 0 (Fantastical Fictions, Historic Volumes, Monster Manuals, Spells & Potions), times 3 = 0.", "b5": "Historic Volumes is the focus: 0 \u00d7 2 = 0.", "total": "B1 6, B2 9, B3 0, B4 0, B5 0: 15 in all."}}, {"name": "=1+1", "focus": "monster_manuals", "turned": [], "a2": {"corrupted_codices": 0, "fantastical_fictions": 0, "historic_volumes": 0, "monster_manuals": 0, "reference_texts": 4, "spells_potions": 0}, "b1": 6, "b2": 4, "b3": 0, "b4": 0, "b5": 0, "total": 10, "explain": {"a1": "The numbers of books are taken on trust.", "b1": "The stability number is taken on trust: 6.", "b2": "4 books, 3rd place: 4 points.", "b3": "Corrupted Codices is banned: 0 \u00d7 \u22121 = 0.", "b4": "Smallest count of the five categories not banned: 0 (Fantastical Fictions, Historic Volumes, Monster Manuals, Spells & Potions), times 3 = 0.", "b5": "Monster Manuals is the focus: 0 \u00d7 2 = 0.", "total": "B1 6, B2 4, B3 0, B4 0, B5 0: 10 in all."}}], "winners": ["Bo"], "decided_by": "total", "explain": "Bo wins with 21 points."}',NULL);
INSERT INTO "games" VALUES('taken','taken-1','photo','2025-12-01 19:30:00.000000','2026-11-30 04:47:15.782024',NULL,'ana zofie photo b-7c','{"form": "B-7c", "prominent": "reference_texts", "banned": "corrupted_codices", "players": [{"name": "Ana", "focus": "spells_potions", "tally": {"reference_texts": 6}, "stability": 6}, {"name": "\u017dofie", "focus": "historic_volumes", "tally": {"reference_texts": 5}, "stability": 6}]}','{"form": "B-7c", "edition": "en", "prominent": "reference_texts", "banned": "corrupted_codices", "players": [{"name": "Ana", "focus": "spells_potions", "turned": [], "a2": {"corrupted_codices": 0, "fantastical_fictions": 0, "historic_volumes": 0, "monster_manuals": 0, "reference_texts": 6, "spells_potions": 0}, "b1": 6, "b2": 15, "b3": 0, "b4": 0, "b5": 0, "total": 21, "explain": {"a1": "The numbers of books are taken on trust.", "b1": "The stability number is taken on trust: 6.", "b2": "6 books, 1st place: 15 points.", "b3": "Corrupted Codices is banned: 0 \u00d7 \u22121 = 0.", "b4": "Smallest count of the five categories not banned: 0 (Fantastical Fictions, Historic Volumes, Monster Manuals, Spells & Potions), times 3 = 0.", "b5": "Spells & Potions is the focus: 0 \u00d7 2 = 0.", "total": "B1 6, B2 15, B3 0, B4 0, B5 0: 21 in all."}}, {"name": "\u017dofie", "focus": "historic_volumes", "turned": [], "a2": {"corrupted_codices": 0, "fantastical_fictions": 0, "historic_volumes": 0, "monster_manuals": 0, "reference_texts": 5, "spells_potions": 0}, "b1": 6, "b2": 9, "b3": 0, "b4": 0, "b5": 0, "total": 15, "explain": {"a1": "The numbers of books are taken on trust.", "b1": "The stability number is taken on trust: 6.", "b2": "5 books, 2nd place: 9 points.", "b3": "Corrupted Codices is banned: 0 \u00d7 \u22121 = 0.", "b4": "Smallest count of the five categories not banned: 0 (Fantastical Fictions, Historic Volumes, Monster Manuals, Spells & Potions), times 3 = 0.", "b5": "Historic Volumes is the focus: 0 \u00d7 2 = 0.", "total": "B1 6, B2 9, B3 0, B4 0, B5 0: 15 in all."}}], "winners": ["Ana"], "decided_by": "total", "explain": "Ana wins with 21 points."}',NULL);
CREATE TABLE guests (
	kind VARCHAR(16) NOT NULL,
	"key" VARCHAR(200) NOT NULL,
	person VARCHAR(64) NOT NULL,
	since DATETIME NOT NULL,
	PRIMARY KEY (kind, "key", person)
);
INSERT INTO "guests" VALUES('play','k1','ana''s phone','2026-11-30 04:47:16.959221');
CREATE TABLE register (
	"row" INTEGER NOT NULL,
	moment DATETIME NOT NULL,
	letter VARCHAR(1) NOT NULL,
	number INTEGER NOT NULL,
	"of" INTEGER,
	books VARCHAR(4) NOT NULL,
	PRIMARY KEY ("row")
);
INSERT INTO "register" VALUES(1,'2026-11-30 04:47:21.989627','E',2,7,'HS');
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
INSERT INTO "replaced" VALUES('b7ca13315ed74e54bf5ef20d27c362cd','a97a9dd91b9640a08c79f02996bf0d92','2026-11-30 04:47:16.877891','game','taken','2026-11-30 04:47:15.782024',NULL);
CREATE TABLE seats (
	kind VARCHAR(16) NOT NULL,
	"key" VARCHAR(200) NOT NULL,
	player VARCHAR(60) NOT NULL,
	person VARCHAR(64) NOT NULL,
	since DATETIME NOT NULL,
	PRIMARY KEY (kind, "key", player)
);
INSERT INTO "seats" VALUES('play','k1','Ana','ana''s phone','2026-11-30 04:47:17.053522');
CREATE TABLE shelfmark (
	schema INTEGER NOT NULL,
	PRIMARY KEY (schema)
);
INSERT INTO "shelfmark" VALUES(1);
CREATE INDEX ix_games_played ON games (played);
CREATE INDEX ix_replaced_taken ON replaced (taken);
CREATE INDEX corrections_by_moment ON corrections (moment, photo, place);
CREATE INDEX ix_register_moment ON register (moment);

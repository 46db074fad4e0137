"""Subtypes, as the rules list them (205.3), and their plurals."""

from __future__ import annotations

from kb.cards.mtg.words import listed

CREATURES = listed(
    """
    Advisor Aetherborn Alien Ally Angel Antelope Ape Archer Archon Armadillo Army Artificer
    Assassin Assembly-Worker Astartes Atog Aurochs Avatar Azra Badger Balloon Barbarian Bard
    Basilisk Bat Bear Beast Beaver Beeble Beholder Berserker Bird Bison Blinkmoth Boar
    Bringer Brushwagg C'tan Camarid Camel Capybara Caribou Carrier Cat Centaur Cephalid
    Child Chimera Citizen Cleric Clown Cockatrice Construct Coward Coyote Crab Crocodile
    Custodes Cyberman Cyclops Dalek Dauthi Demigod Demon Deserter Detective Devil Dinosaur
    Djinn Doctor Dog Dragon Drake Dreadnought Drix Drone Druid Dryad Dwarf Echidna Efreet
    Egg Elder Eldrazi Elemental Elephant Elf Elk Employee Eye Faerie Ferret Fish Flagbearer
    Fox Fractal Frog Fungus Gamer Gargoyle Germ Giant Gith Glimmer Gnoll Gnome Goat Goblin
    God Golem Gorgon Graveborn Gremlin Griffin Guest Hag Halfling Hamster Harpy Hedgehog
    Hellion Hero Hippo Hippogriff Homarid Homunculus Horror Horse Human Hydra Hyena Illusion
    Imp Incarnation Inkling Inquisitor Insect Jackal Jellyfish Juggernaut Kangaroo Kavu
    Kirin Kithkin Knight Kobold Kor Kraken Lamia Lammasu Leech Lemur Leviathan Lhurgoyf
    Licid Lizard Llama Lobster Manticore Masticore Mercenary Merfolk Metathran Minion
    Minotaur Mite Mole Monger Mongoose Monk Monkey Moogle Moonfolk Mount Mouse Mutant Myr
    Mystic Naga Nautilus Necron Nephilim Nightmare Nightstalker Ninja Noble Noggle Nomad
    Nymph Octopus Ogre Ooze Orb Orc Orgg Otter Ouphe Ox Oyster Pangolin Peasant Pegasus
    Pentavite Performer Pest Phelddagrif Phoenix Phyrexian Pilot Pincher Pirate Plant
    Platypus Porcupine Possum Praetor Primarch Prism Processor Qu Rabbit Raccoon Ranger Rat
    Rebel Reflection Rhino Rigger Robot Rogue Sable Salamander Samurai Sand Saproling Satyr
    Scarecrow Scientist Scion Scorpion Scout Sculpture Seal Serf Serpent Servo Shade Shaman
    Shapeshifter Shark Sheep Siren Skeleton Skunk Slith Sliver Sloth Slug Snail Snake
    Soldier Soltari Sorcerer Spawn Specter Spellshaper Sphinx Spider Spike Spirit Splinter
    Sponge Squid Squirrel Starfish Surrakar Survivor Symbiote Synth Tentacle Tetravite
    Thalakos Thopter Thrull Tiefling Time_Lord Toy Treefolk Trilobite Triskelavite Troll
    Turtle Tyranid Unicorn Utrom Vampire Varmint Vedalken Viashino Villain Volver Wall
    Walrus Warlock Warrior Weasel Weird Werewolf Whale Wizard Wolf Wolverine Wombat Worm
    Wraith Wurm Yeti Zombie Zubera
    """
)
ARTIFACTS = listed(
    """
    Attraction Blood Bobblehead Clue Contraption Equipment Food Fortification Gold Incubator
    Infinity Junk Lander Map Mutagen Powerstone Spacecraft Stone Treasure Vehicle
    """
)
ENCHANTMENTS = listed(
    """
    Aura Background Cartouche Case Class Curse Role Room Rune Saga Shard Shrine
    """
)
LANDS = listed(
    """
    Cave Desert Forest Gate Island Lair Locus Mine Mountain Plains Planet Power-Plant Sphere
    Swamp Tower Town Urza's
    """
)
PLANESWALKERS = listed(
    """
    Ajani Aminatou Angrath Arlinn Ashiok Bahamut Basri Bolas Calix Chandra Comet Dack Dakkon
    Daretti Davriel Dihada Domri Dovin Ellywick Elminster Elspeth Estrid Freyalise Garruk
    Gideon Grist Guff Huatli Jace Jared Jaya Jeska Kaito Karn Kasmina Kaya Kiora Koth
    Liliana Lolth Lukka Minsc Mordenkainen Nahiri Narset Niko Nissa Nixilis Oko Quintorius
    Ral Rowan Saheeli Samut Sarkhan Serra Sivitri Sorin Szat Tamiyo Tasha Teferi Teyo
    Tezzeret Tibalt Tyvar Ugin Urza Venser Vivien Vraska Vronos Will Windgrace Wrenn Xenagos
    Yanggu Yanling Zariel
    """
)
SPELLS = listed("Adventure Arcane Lesson Omen Trap")

_IRREGULAR = {
    "Elf": "Elves",
    "Wolf": "Wolves",
    "Werewolf": "Werewolves",
    "Dwarf": "Dwarves",
    "Mouse": "Mice",
    "Ox": "Oxen",
    "Child": "Children",
    "Thief": "Thieves",
    "Phoenix": "Phoenixes",
    "Fungus": "Funguses",
    "Octopus": "Octopuses",
    "Pegasus": "Pegasi",
    "Cyclops": "Cyclopes",
    "Homunculus": "Homunculi",
    "Platypus": "Platypuses",
    "Class": "Classes",
    "Plains": "Plains",
    "Equipment": "Equipment",
    "Eldrazi": "Eldrazi",
    "Merfolk": "Merfolk",
    "Treefolk": "Treefolk",
    "Moonfolk": "Moonfolk",
    "Myr": "Myr",
    "Samurai": "Samurai",
    "Kithkin": "Kithkin",
    "Fish": "Fish",
    "Sheep": "Sheep",
    "Kor": "Kor",
    "Vedalken": "Vedalken",
}


def plural(subtype: str) -> str:
    """Return the plural of a subtype."""
    if subtype in _IRREGULAR:
        return _IRREGULAR[subtype]
    if subtype.endswith("y") and subtype[-2] not in "aeiou":
        return f"{subtype[:-1]}ies"
    if subtype.endswith(("s", "x", "ch", "sh")):
        return f"{subtype}es"
    return f"{subtype}s"


SUBTYPES = CREATURES | ARTIFACTS | ENCHANTMENTS | LANDS | PLANESWALKERS | SPELLS
PLURALS = {
    plural(subtype): subtype for subtype in SUBTYPES - PLANESWALKERS if plural(subtype) != subtype
}
"""Subtype by its plural, where the two differ."""
